import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import type { FullNote } from "../../worker/contract/note.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A note that is included in the project: as served, and its file. */
export interface ShippedNote extends Omit<FullNote, "route"> {
  route: string;
  aliases: string[];
  /** Relative to the content folder, with `/`. */
  file: string;
  /** The file's text. */
  text: string;
}

interface ShippedCollection {
  /** Ordered by route. */
  readonly notes: readonly ShippedNote[];
  /** The bytes of the search index. */
  readonly index: ArrayBuffer;
  /** The problems that the build printed, including warnings. */
  readonly findings: string;
}

let collection: ShippedCollection | undefined;

/** The included notes, which are built once for all test files of a process. */
export function shippedCollection(): ShippedCollection {
  collection ??= buildCollection();
  return collection;
}

function buildCollection(): ShippedCollection {
  const out = mkdtempSync(join(tmpdir(), "shipped-"));
  try {
    const command = ["scripts/commands/build.ts", "--quiet", "--out", join(out, "dist")];
    const built = spawnSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" });
    const findings = built.stdout + built.stderr;
    if (built.status !== 0) throw new Error(`The shipped notes do not build:\n${findings}`);
    const read = (path: string) => readFileSync(join(out, "dist", path));
    const list: { notes: { route: string }[] } = JSON.parse(`${read("api/v1/notes.json")}`);
    return {
      notes: list.notes.map(({ route }) => {
        const served = JSON.parse(`${read(`api/v1/notes${route}.json`)}`);
        // All routes of the included collections mirror the paths of the files.
        const file = `${route.slice(1)}.md`;
        const text = readFileSync(join(ROOT, "content", file), "utf8");
        const { aliases = [] } = parse(text.split(/^---$/m)[1] ?? "");
        return { ...served, aliases, file, text };
      }),
      index: new Uint8Array(read("search-index.bin")).buffer,
      findings,
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
