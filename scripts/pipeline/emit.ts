import { hash } from "node:crypto";
import { SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { Language } from "../../worker/contract/search/languages.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import { OutputError } from "../diagnostics/errors.ts";
import type { Note } from "../notes/note.ts";
import {
  type DistFile,
  digestsFile,
  headersFile,
  ignoreFile,
  infoFile,
  linksFile,
  listFile,
  notePath,
  partPath,
  redirectsFile,
} from "../output/dist-files.ts";
import { checkPlatformLimits } from "../output/limits.ts";
import { openApiFile } from "../output/openapi.ts";
import type { Output } from "../output/write.ts";
import { recognizeLanguage } from "../search-index/recognize-language.ts";
import { isIntact, writeSearchIndex } from "../search-index/write-search-index.ts";
import { ENVELOPE_BYTES, MAX_PART_BYTES } from "./parts.ts";
import type { BuildContext, BuildState, IndexOutput, NoteOutput } from "./state.ts";

/**
 * Writes the files that are made of all notes.
 * @param outputs in the order of the notes
 * @param output undefined for a check
 */
export function emitShared(
  notes: readonly Note[],
  { namesDigest, outputs, parts }: Pick<BuildState, "namesDigest" | "outputs" | "parts">,
  { config, log, last, edited }: BuildContext,
  output: Output | undefined,
) {
  log.add(notes.flatMap((note) => tooLarge(note, outputs.get(note.file)!)));
  const target = log.hasErrors ? undefined : output;
  const listed = notes.map(({ file, route }) => ({ route, ...outputs.get(file)! }));
  const digests = new Map(listed.map(({ route, digest }) => [route, digest]));
  const links = linksBetween(notes, outputs);
  const collections = config.collections ?? [...new Set(notes.map((note) => note.collection))];
  const list = listFile(notes);
  const linksJson = linksFile(links);
  const shared = [
    list,
    digestsFile(digests, parts.length),
    linksJson,
    openApiFile(config.api ?? {}, collections, notes, digests, links, list.bytes.length),
    headersFile(),
    redirectsFile(notes),
    ignoreFile(linksJson),
    infoFile(config.api ?? {}),
  ];
  for (const file of shared) target?.write(file);
  const hasSameFiles = namesDigest === last?.namesDigest && parts.length === last.parts.length;
  // For 14,000 notes, making the index takes longer than all the rest.
  if (edited && hasSameFiles) target?.replaceFiles();
  const index = writeIndex(notes, config.language, list, last?.index, target);

  const sizes = [
    ...shared.map(({ path, bytes }) => ({ path, size: bytes.length })),
    { path: SEARCH_INDEX_FILE, size: index.size },
    ...parts.map(({ size }, i) => ({ path: partPath(i + 1), size })),
    ...listed.map(({ route, size }) => ({ path: notePath(route), size })),
  ];
  log.add(checkPlatformLimits(sizes, index.size));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  const { size: indexBytes, language } = index;
  return { index, figures: { files: sizes.length, bytes, indexBytes, language } };
}

/** From the routes of notes that link to others to those routes. */
function linksBetween(notes: readonly Note[], outputs: BuildState["outputs"]) {
  const links = notes.map(({ file, route }): [Route, Route[]] => [
    route,
    outputs.get(file)!.leadsTo.map((target) => notes[target]!.route),
  ]);
  return new Map(links.filter(([, targets]) => targets.length > 0));
}

function tooLarge({ file }: Note, { size }: NoteOutput): Diagnostic[] {
  if (size + ENVELOPE_BYTES <= MAX_PART_BYTES) return [];
  const message = "The note takes more than 16 MiB as JSON. Split it, or list it under `ignore`.";
  return [{ file, line: 1, column: 1, rule: "note-size", message }];
}

/**
 * Writes the search index, unless the language, the list and all other names of notes are those of the last build.
 * @param chosen the owner's language; undefined if it is recognized, which for 14,000 notes takes 0.25 s
 */
function writeIndex(
  notes: readonly Note[],
  chosen: Language | undefined,
  { bytes: list }: DistFile,
  last: IndexOutput | undefined,
  output: Output | undefined,
): IndexOutput {
  const names = JSON.stringify(notes.map(({ aliases, formerly }) => [aliases, formerly]));
  const digest = hash("sha1", `${chosen} ${hash("sha1", list)} ${hash("sha1", names)}`);
  if (last?.digest === digest && output?.keep(SEARCH_INDEX_FILE, last.stamp)) return last;
  const language = chosen ?? recognizeLanguage(notes) ?? "en";
  const bytes = writeSearchIndex(notes, language);
  const stamp = output?.write({ path: SEARCH_INDEX_FILE, bytes });
  if (output && !isIntact(output.read(SEARCH_INDEX_FILE).bytes)) {
    throw new OutputError(
      `${SEARCH_INDEX_FILE} is damaged on the disk. Check the disk and build again.`,
    );
  }
  return { digest, language, size: bytes.length, stamp };
}
