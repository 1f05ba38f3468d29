import type { Route } from "../../worker/contract/route.ts";
import { StampColumn } from "../content/stamp-column.ts";
import type { ParsedFile } from "../notes/parsed-file.ts";
import type { Problem } from "../problems/problem.ts";
import type { Finding } from "../problems/problem-log.ts";
import type { LastFile } from "./last-file.ts";
import { LastFiles, type SeenFiles } from "./last-files.ts";
import { decodeTexts, encodeTexts } from "./text-column.ts";

/**
 * The files of a build as columns of bytes, one a property, so that a run reads those that it looks
 * at. What few files have is a list of pairs of index and value, as JSON.
 */
export type FileColumns = Record<(typeof FILE_COLUMNS)[number], Uint8Array>;

export const FILE_COLUMNS = [
  "paths",
  "stamps",
  "routes",
  "outputs",
  "digests",
  "titles",
  "aliases",
  "headings",
  "links",
  "listings",
  "findings",
  "problems",
] as const;

export function toColumns(files: LastFiles): FileColumns {
  const { paths, stamps, routes, outputs } = files.seen;
  const all = [...files.byPath.values()];
  const texts = (textOf: (parsed: ParsedFile) => string | undefined) =>
    encodeTexts(all.map(({ parsed }) => textOf(parsed) ?? null));
  return {
    paths: encodeTexts(paths),
    stamps: new Uint8Array(stamps.numbers.buffer),
    routes: encodeTexts(routes),
    outputs: new Uint8Array(outputs.numbers.buffer),
    digests: texts(({ digest }) => digest),
    titles: texts(({ note }) => note?.title),
    aliases: texts(({ note }) => (note?.aliases.length ? JSON.stringify(note.aliases) : "[]")),
    headings: texts(({ note }) => note?.headings),
    links: texts(({ note }) => note?.links),
    listings: texts(({ note }) => note?.listing),
    findings: encodeFew(all.map(({ parsed }) => parsed.findings)),
    problems: encodeFew(all.map(({ output }) => output?.problems ?? [])),
  };
}

export function fromColumns(columns: FileColumns): LastFiles {
  const seen: SeenFiles = {
    paths: decodeTexts(columns.paths).map((path) => path ?? ""),
    stamps: toStamps(columns.stamps),
    routes: decodeTexts(columns.routes) as (Route | null)[],
    outputs: toStamps(columns.outputs),
  };
  return new LastFiles(seen, () => readAll(columns, seen));
}

function readAll(columns: FileColumns, seen: SeenFiles): Map<string, LastFile> {
  const { paths, routes, outputs } = seen;
  const digests = decodeTexts(columns.digests);
  const titles = decodeTexts(columns.titles);
  const aliases = decodeTexts(columns.aliases);
  const headings = decodeTexts(columns.headings);
  const links = decodeTexts(columns.links);
  const listings = decodeTexts(columns.listings);
  const findings = new Map<number, Finding[]>(decodeFew(columns.findings));
  const problems = new Map<number, Problem[]>(decodeFew(columns.problems));
  const byPath = new Map<string, LastFile>();
  paths.forEach((file, i) => {
    const parsed: ParsedFile = { file, findings: findings.get(i) ?? [] };
    const digest = digests[i];
    const title = titles[i];
    const route = routes[i];
    if (typeof digest === "string") parsed.digest = digest;
    if (typeof title === "string") {
      parsed.note = {
        title,
        aliases: aliases[i] === "[]" ? [] : JSON.parse(aliases[i]!),
        headings: headings[i]!,
        links: links[i]!,
        listing: listings[i]!,
      };
    }
    const last: LastFile = { parsed };
    const stamp = outputs.at(i);
    if (route && stamp) {
      last.output = { route, stamp, problems: problems.get(i) ?? [] };
    }
    byPath.set(file, last);
  });
  return byPath;
}

function encodeFew(lists: readonly (readonly unknown[])[]): Uint8Array {
  const few = lists.flatMap((list, i) => (list.length > 0 ? [[i, list]] : []));
  return Buffer.from(JSON.stringify(few));
}

function decodeFew<T>(bytes: Uint8Array): [number, T][] {
  return JSON.parse(Buffer.from(bytes).toString());
}

function toStamps(bytes: Uint8Array): StampColumn {
  return new StampColumn(new Float64Array(Uint8Array.from(bytes).buffer));
}
