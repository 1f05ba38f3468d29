import { createHash } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGE_PATHS } from "../../scripts/output/page-files.ts";
import { checkPlatformLimits } from "../../scripts/output/platform-limits.ts";
import { builtVault, note, vault } from "./vault.ts";

const NOTES = { "a/one.md": note("One") };

async function pageOf(config: string): Promise<string> {
  const { read } = await builtVault({ "collections.yaml": config, ...NOTES });
  return read("index.html");
}

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

test("the page is called after `api: title:`, and says what `description:` begins with", async () => {
  const html = await pageOf(
    'api:\n  title: R&D <notes> $&\n  description: "What *we* know: \\"all\\".\\n\\nAnd more."\n',
  );
  expect(titleOf(html)).toBe("R&amp;D &lt;notes> $&amp;");
  expect(html).toContain('<meta name="description" content="What *we* know: &quot;all&quot;.">');
});

test("without a title it is called Notes, whatever its folder is called", async () => {
  expect(titleOf(await pageOf("page: true\n"))).toBe("Notes");
});

test("the page loads nothing, and its policy allows only its own script and style", async () => {
  const html = await pageOf("{}\n");
  const [, policy = ""] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
    html,
  )!;
  const hashOf = (element: string) => {
    const [, text = ""] = new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`).exec(html)!;
    expect(text.length).toBeGreaterThan(1000);
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  expect(policy.split("; ").sort()).toEqual(
    [
      "default-src 'none'",
      `script-src ${hashOf("script")}`,
      `style-src ${hashOf("style")}`,
      "img-src https: data:",
      "connect-src http: https:",
      "base-uri 'none'",
      "form-action 'self'",
    ].sort(),
  );
  const loading = [...html.matchAll(/^<(?:link|script|style|base)\b[^>]*>/gm)].map(([tag]) => tag);
  expect(loading).toEqual([
    expect.stringMatching(/^<link rel="icon" href="data:/),
    "<style>",
    '<script type="module">',
  ]);
  expect(/<style>[\s\S]*<\/style>/.exec(html)![0]).not.toMatch(/@import|url\(/);
});

test("the page is smaller than 120 kB", async () => {
  expect((await pageOf("{}\n")).length).toBeLessThan(120_000);
});

test("404.html is a problem document, which static hosts serve in place of a note that is missing", async () => {
  const { read } = await builtVault(NOTES);
  expect(JSON.parse(read("404.html"))).toMatchObject({ status: 404, title: "Not Found" });
});

test("`page: false` leaves both out, and takes away those of an earlier build", async () => {
  const made = await builtVault(NOTES);
  expect(Object.keys(made.tree())).toEqual(expect.arrayContaining([...PAGE_PATHS]));
  made.write("collections.yaml", "page: false\n");
  await made.build();
  for (const path of PAGE_PATHS) expect(made.tree()).not.toHaveProperty([path]);
});

test("a page that an owner has put into the output stays with `page: false`, and is never replaced", async () => {
  for (const path of PAGE_PATHS) {
    const made = await builtVault({ "collections.yaml": "page: false\n", ...NOTES });
    const own = join(made.outDir, path);
    writeFileSync(own, "<h1>Mine</h1>");
    made.write("a/two.md", note("Two"));
    await made.build();
    expect(made.read(path)).toBe("<h1>Mine</h1>");
    made.write("collections.yaml", "{}\n");
    await expect(made.build()).rejects.toThrow(`${own} was not made by a build. Remove it, or set`);
    expect(made.read(path)).toBe("<h1>Mine</h1>");
    rmSync(own);
    await made.build();
    expect(existsSync(own)).toBe(true);
  }
});

test("the files of the page count in the report and in the limits of the platform", async () => {
  const figures = async (config: string) => {
    const made = vault({ "collections.yaml": config, ...NOTES });
    return (await made.build()).figures!;
  };
  const [without, with_] = [await figures("page: false\n"), await figures("page: true\n")];
  expect(with_.files - without.files).toBe(2);
  expect(with_.bytes - without.bytes).toBeGreaterThan(50_000);
  const files = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ path: `api/${i}`, size: 1 }));
  const rest = ["search-index.bin", "_headers", "_redirects", ".assetsignore"];
  const sizes = (paths: readonly string[]) => paths.map((path) => ({ path, size: 1 }));
  const count = (paths: readonly string[]) =>
    checkPlatformLimits([...files(19_998), ...sizes(rest), ...sizes(paths)], 0).length;
  expect(count(PAGE_PATHS)).toBe(0);
  expect(count([...PAGE_PATHS, "info.json"])).toBe(1);
});
