import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { note, vault } from "./vault.ts";

const BUILD = join(import.meta.dirname, "../../scripts/build.ts");

/** Has a process print the address of each module that it loads. */
const PRINT_LOADED = `
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      console.log(url);
      return next(url, context);
    },
  });
`;

test.each([
  ["plain notes", { "a.md": note("A", "# Top\n\nSee [[b]].\n"), "b.md": note("B") }, []],
  ["a link that may stand in HTML", { "a.md": note("A", "<b>\n[[a]]\n") }, ["satteri"]],
  [
    "an alias with an escape",
    { "a.md": note("A", "", 'aliases: ["\\u0042"]\n') },
    ["yaml", "gray-matter"],
  ],
])("a build of %s loads no package that it has no need of", (_, files, needed) => {
  const { contentDir, outDir } = vault(files);
  const hook = `data:text/javascript,${encodeURIComponent(PRINT_LOADED)}`;
  const places = ["--content", contentDir, "--out", outDir, "--quiet"];
  const printed = execFileSync(process.execPath, ["--import", hook, BUILD, ...places]).toString();
  const packages = ["satteri", "yaml", "gray-matter"];
  expect(packages.filter((name) => printed.includes(`/node_modules/${name}/`))).toEqual(needed);
});
