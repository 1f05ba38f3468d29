import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FullNote } from "../../../worker/contract/note.ts";
import { findNotes } from "../../../worker/search/find-notes.ts";
import { openEngine } from "../../../worker/search/search-engine.ts";
import { stem } from "../../../worker/search/stem.ts";

/**
 * Of the words in the text of the included notes that no title, tag or summary has in any form, or as the
 * beginning of a word: the share that finds notes all the same.
 */
export function reportUnknownWords(): void {
  const out = mkdtempSync(join(tmpdir(), "search-bench-"));
  try {
    const command = ["scripts/commands/build.ts", "--quiet", "--out", out];
    spawnSync(process.execPath, command, { stdio: "inherit" });
    const read = (path: string): Buffer => readFileSync(join(out, path));
    const { notes }: { notes: FullNote[] } = JSON.parse(`${read("api/v1/notes.json")}`);
    const searched = wordsOf(
      notes.map((note) => [note.title, ...note.tags, note.summary].join(" ")),
    );
    const stems = new Set([...searched].map(stem));
    const texts = notes.map(({ route }): string => {
      const { markdown }: FullNote = JSON.parse(`${read(`api/v1/notes${route}.json`)}`);
      return markdown.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, " ");
    });
    const unknown = [...wordsOf(texts)].filter(
      (word) => !stems.has(stem(word)) && ![...searched].some((known) => known.startsWith(word)),
    );
    const engine = openEngine(new Uint8Array(read("search-index.bin")).buffer);
    const found = unknown.filter((word) => findNotes(engine, word).length > 0);
    const share = ((100 * found.length) / unknown.length).toFixed(1);
    console.log(
      `\n${found.length} of ${unknown.length} words that stand nowhere find notes: ${share} %`,
    );
  } finally {
    rmSync(out, { recursive: true });
  }
}

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []));
}
