import { readSource, sourceStamp } from "../content/read.ts";
import type { Config, ParsedFile, PlacedFile } from "../note.ts";
import type { RuleSeverities } from "../report/rules.ts";
import { parseNote } from "./parse-note.ts";

/** What parsing depends on besides the files. */
export interface ParseContext {
  contentDir: string;
  config: Config;
  severities: RuleSeverities;
}

/** A file to be read. */
export interface UnreadFile {
  place: PlacedFile;
  /** The digest that the last build knew it by: the same bytes are not parsed again. */
  digest: string | undefined;
}

/**
 * Reads and parses one file.
 * @returns `found` has neither note nor findings where its digest is known; `body` is the text of a note behind
 *   its front matter
 */
export function parseFile(
  { place: { file, collection }, digest: known }: UnreadFile,
  { contentDir, config, severities }: ParseContext,
): { found: ParsedFile; body?: string } {
  // Before the text: what is written after this is another file to the next build.
  const stamp = sourceStamp(`${contentDir}/${file}`);
  const source = readSource(contentDir, file);
  if ("rule" in source) return { found: { stamp, digest: "", findings: [source] } };
  const { text, digest } = source;
  if (digest === known) return { found: { stamp, digest, findings: [] } };
  const { note, draft, findings } = parseNote(source, collection, config, severities);
  const found = { stamp, digest, findings, ...(draft && { draft }) };
  if (note === undefined) return { found };
  const { file: _, collection: __, ...parts } = note;
  return { found: { ...found, note: parts }, body: text.slice(note.bodyStart) };
}
