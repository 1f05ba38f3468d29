import type { Route } from "../../worker/contract/route.ts";
import type { FileStamp } from "../content/file-stamp.ts";
import type { ParsedFile } from "../crew/parsed-file.ts";
import type { Problem } from "../problems/problem.ts";
import type { Finding } from "../problems/problem-log.ts";
import type { LastFile } from "./last-build.ts";

/**
 * The files of a build as columns: one list of texts or numbers a property is read some four times as
 * fast as one object a file. Numbers of a stamp stand in a row; what few files have is a list of pairs.
 */
export interface FileColumns {
  paths: string[];
  stamps: number[];
  digests: (string | null)[];
  titles: (string | null)[];
  aliases: string[][];
  headings: string[];
  links: string[];
  listings: string[];
  routes: (Route | null)[];
  outputs: number[];
  findings: [number, Finding[]][];
  problems: [number, Problem[]][];
}

const NO_STAMP: FileStamp = { size: 0, mtime: 0, ino: 0, ctime: 0 };

export function toColumns(files: ReadonlyMap<string, LastFile>): FileColumns {
  const columns: FileColumns = {
    paths: [...files.keys()],
    stamps: [],
    digests: [],
    titles: [],
    aliases: [],
    headings: [],
    links: [],
    listings: [],
    routes: [],
    outputs: [],
    findings: [],
    problems: [],
  };
  let at = 0;
  for (const file of files.values()) addFile(columns, file, at++);
  return columns;
}

function addFile(columns: FileColumns, { stamp, parsed, output }: LastFile, at: number): void {
  const { note, digest, findings } = parsed;
  addStamp(columns.stamps, stamp);
  columns.digests.push(digest ?? null);
  columns.titles.push(note?.title ?? null);
  columns.aliases.push(note?.aliases ?? []);
  columns.headings.push(note?.headings ?? "");
  columns.links.push(note?.links ?? "");
  columns.listings.push(note?.listing ?? "");
  columns.routes.push(output?.route ?? null);
  addStamp(columns.outputs, output?.stamp ?? NO_STAMP);
  if (findings.length > 0) columns.findings.push([at, findings]);
  if (output && output.problems.length > 0) columns.problems.push([at, output.problems]);
}

function addStamp(numbers: number[], { size, mtime, ino, ctime }: FileStamp): void {
  numbers.push(size, mtime, ino, ctime);
}

export function fromColumns(columns: FileColumns): Map<string, LastFile> {
  const findings = new Map(columns.findings);
  const problems = new Map(columns.problems);
  return new Map(
    columns.paths.map((file, at): [string, LastFile] => {
      const parsed: ParsedFile = { file, findings: findings.get(at) ?? [] };
      const digest = columns.digests[at];
      const title = columns.titles[at];
      const route = columns.routes[at];
      if (digest) parsed.digest = digest;
      if (typeof title === "string") {
        parsed.note = {
          title,
          aliases: columns.aliases[at]!,
          headings: columns.headings[at]!,
          links: columns.links[at]!,
          listing: columns.listings[at]!,
        };
      }
      const last: LastFile = { stamp: stampAt(columns.stamps, at), parsed };
      if (route) {
        const stamp = stampAt(columns.outputs, at);
        last.output = { route, stamp, problems: problems.get(at) ?? [] };
      }
      return [file, last];
    }),
  );
}

function stampAt(numbers: readonly number[], at: number): FileStamp {
  const [size, mtime, ino, ctime] = numbers.slice(at * 4, at * 4 + 4);
  return { size: size!, mtime: mtime!, ino: ino!, ctime: ctime! };
}
