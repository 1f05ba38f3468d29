import { hash } from "node:crypto";
import { LIST_ADDRESS, SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import type { Language } from "../../worker/contract/search/languages.ts";
import type { Config } from "../config/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import { OutputError } from "../diagnostics/errors.ts";
import type { Note } from "../notes/parsed-file.ts";
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
import { openApiFile } from "../output/openapi.ts";
import { checkPlatformLimits } from "../output/platform-limits.ts";
import type { Output } from "../output/write.ts";
import { recognizeLanguage } from "../search-index/recognize-language.ts";
import { isIntact, writeSearchIndex } from "../search-index/write-search-index.ts";
import {
  BuildAgain,
  type BuildContext,
  type OutputIndex,
  type OutputNote,
  type Outputs,
} from "./memory.ts";
import { ENVELOPE_BYTES, MAX_PART_BYTES } from "./parts.ts";

/** Number of notes by which their language is recognized. */
const MAX_SAMPLE = 1000;

/**
 * Writes the site-wide files.
 * @param outputs in the order of the notes
 * @param output undefined for a check
 * @param pages from `pageFiles`
 */
export function emitSite(
  notes: readonly Note[],
  outputs: Pick<Outputs, "notes" | "parts">,
  { config, log, last }: BuildContext,
  output: Output | undefined,
  pages: readonly DistFile[],
) {
  const written = [...outputs.notes.values()];
  log.add(written.flatMap(tooLarge));
  const target = log.hasErrors ? undefined : output;
  const files = [...siteFiles(notes, outputs, config), ...pages];
  const site = new Map(files.map(({ path, bytes }) => [path, hash("sha1", bytes)]));
  for (const file of files) {
    if (site.get(file.path) !== last?.outputs.site.get(file.path)) target?.write(file);
  }
  // For 14,000 notes, making the index takes longer than all the rest.
  if (last && target) replaceFiles(target, false);
  const list = files.find(({ path }) => path === LIST_ADDRESS.slice(1))!;
  const index = writeIndex(notes, config.language, list, last?.outputs.index, target);

  const sizes = [
    ...files.map(({ path, bytes }) => ({ path, size: bytes.length })),
    { path: SEARCH_INDEX_FILE, size: index.size },
    ...outputs.parts.map(({ size }, i) => ({ path: partPath(i + 1), size })),
    ...written.map(({ route, size }) => ({ path: notePath(route), size })),
  ];
  log.add(checkPlatformLimits(sizes, index.size));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  const { size: indexBytes, language } = index;
  return { site, index, figures: { files: sizes.length, bytes, indexBytes, language } };
}

/** All site-wide files except for the search index and the page. Their paths are in `SITE_PATHS`. */
function siteFiles(
  notes: readonly Note[],
  outputs: Pick<Outputs, "notes" | "parts">,
  config: Config,
): DistFile[] {
  const { api } = config;
  const written = [...outputs.notes.values()];
  const digests = new Map(written.map(({ route, digest }) => [route, digest]));
  const linking = written.filter(({ outgoing }) => outgoing.length > 0);
  const links = new Map(linking.map(({ route, outgoing }) => [route, outgoing]));
  const collections = config.collections ?? [...new Set(notes.map((note) => note.collection))];
  const list = listFile(notes);
  const linksJson = linksFile(links);
  return [
    list,
    digestsFile(digests, outputs.parts.length),
    linksJson,
    openApiFile(api, collections, notes, digests, links, list.bytes.length),
    headersFile(),
    redirectsFile(notes),
    ignoreFile(linksJson),
    infoFile(api),
  ];
}

/** As `Output.replaceFiles`. @throws BuildAgain if files cannot be replaced one by one */
export function replaceFiles(output: Output, isLast: boolean): void {
  if (!output.replaceFiles(isLast)) throw new BuildAgain("The output folder");
}

function tooLarge({ file, size }: OutputNote): Diagnostic[] {
  if (size + ENVELOPE_BYTES <= MAX_PART_BYTES) return [];
  const message = "The note takes more than 16 MiB as JSON. Split it, or list it under `ignore`.";
  return [{ file, line: 1, column: 1, rule: "note-size", message }];
}

/** Some of the notes, evenly spread. To look at all 14,000 to recognize their language takes 0.25 s. */
function sampleOf(notes: readonly Note[]): readonly Note[] {
  const step = Math.ceil(notes.length / MAX_SAMPLE);
  return notes.filter((_, i) => i % step === 0);
}

/**
 * Writes the search index, unless the language, the list and all other names of notes are those of the last build.
 * @param chosen the owner's language; undefined if it is recognized
 */
function writeIndex(
  notes: readonly Note[],
  chosen: Language | undefined,
  { bytes: list }: DistFile,
  last: OutputIndex | undefined,
  output: Output | undefined,
): OutputIndex {
  const names = JSON.stringify(notes.map(({ aliases, formerly }) => [aliases, formerly]));
  const digest = hash("sha1", `${chosen} ${hash("sha1", list)} ${hash("sha1", names)}`);
  if (last?.digest === digest) return last;
  const language = chosen ?? recognizeLanguage(sampleOf(notes)) ?? "en";
  const bytes = writeSearchIndex(notes, language);
  output?.write({ path: SEARCH_INDEX_FILE, bytes });
  if (output && !isIntact(output.read(SEARCH_INDEX_FILE))) {
    throw new OutputError(
      `${SEARCH_INDEX_FILE} is damaged on the disk. Check the disk and build again.`,
    );
  }
  return { digest, language, size: bytes.length };
}
