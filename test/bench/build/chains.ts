import { appendFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuilderName } from "./cost.ts";
import type { Command } from "./run-timed.ts";
import { writeHugoSite } from "./write-hugo-site.ts";

const SCRIPTS = join(import.meta.dirname, "../../../scripts");
const KEEP_COMPILED = pathToFileURL(join(SCRIPTS, "keep-compiled.js")).href;

/** One build that is measured. */
export interface Step {
  builder: BuilderName;
  /** What happens before, and is not measured. */
  prepare?: () => void;
  command: Command;
  /** Where it writes a JSON file a note. */
  output: string;
}

/** Where one round works. */
export interface RoundPlace {
  content: string;
  /** Relative to `content`: the note to which a line is added. */
  changed: string;
  /** A new folder that nothing has been written to. */
  out: string;
}

/** What is built in one round: chains of steps, of which each step builds on the one before. */
export function chains({ content, changed, out }: RoundPlace): Step[][] {
  const node = (...args: string[]): Command => ({
    command: process.execPath,
    args: ["--import", KEEP_COMPILED, ...args],
    cwd: out,
  });
  const own = {
    // As `npm run build` calls it.
    command: node(
      ...["--max-semi-space-size=8", join(SCRIPTS, "build.ts")],
      ...["--content", content, "--out", "dist", "--quiet"],
    ),
    output: join(out, "dist/api/v1/notes"),
  };
  const site = join(out, "hugo");
  const hugo = ["--quiet", "--noTimes", "--noChmod", "--noBuildLock", "--contentDir", content];
  const floor = join(out, "floor");
  const eleventy = join(out, "eleventy");
  // Eleventy takes paths from its working folder alone.
  const fromHere = relative(out, content);
  return [
    [
      {
        builder: "floor",
        command: node(join(import.meta.dirname, "floor.ts"), content, floor),
        output: floor,
      },
    ],
    [
      { builder: "this, cold", ...own },
      { builder: "this, nothing changed", ...own },
      {
        builder: "this, one note changed",
        prepare: () => appendFileSync(join(content, changed), "\nOne more line.\n"),
        ...own,
      },
    ],
    [
      {
        builder: "Hugo",
        prepare: () => writeHugoSite(site),
        command: {
          command: "hugo",
          args: [...hugo, "--destination", "public", "--cacheDir", join(site, "cache")],
          cwd: site,
        },
        output: join(site, "public"),
      },
    ],
    [
      {
        builder: "Eleventy",
        command: node(join(import.meta.dirname, "eleventy.ts"), fromHere, relative(out, eleventy)),
        output: eleventy,
      },
    ],
  ];
}
