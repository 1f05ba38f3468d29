import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { readSource, sourceReader, sourceStamp } from "../content/read.ts";
import type { Named, ParsedFile, PlacedNote } from "../notes/note.ts";
import { settleOldRoutes } from "../notes/old-routes.ts";
import { ContentError } from "../problems/errors.ts";
import type { Finding } from "../problems/problems.ts";
import { parseFiles } from "./parse-threads.ts";
import type { BuildContext, ContentFiles, ParsedVault } from "./state.ts";

/** Maximum size in UTF-16 units of the bodies kept for linking; the others are read again. */
const MAX_KEPT_UNITS = 16 * 1024 * 1024;

/** Parses every file that changed since the last build, and takes the others from its cache. */
export async function parseVault(
  { placed, files: listed, others }: ContentFiles,
  { contentDir, config, log, progress, last, edited }: BuildContext,
): Promise<ParsedVault> {
  const known = last?.files ?? new Map<string, ParsedFile>();
  const isUnchanged = (file: string) => {
    const stamp = known.get(file)?.stamp;
    if (stamp === undefined) return false;
    return (edited && !edited.has(file)) || stamp === sourceStamp(`${contentDir}/${file}`);
  };
  const stale = placed
    .filter(({ file }) => !isUnchanged(file))
    .map((place) => ({ place, digest: known.get(place.file)?.digest }));
  const parsed = new Map<string, ParsedFile>();
  if (stale.length > 0) progress.begin("parse", stale.length, () => parsed.size);
  const bodies = new Map<string, string>();
  let room = MAX_KEPT_UNITS;
  const context = { contentDir, config, severities: log.severities };
  await parseFiles(stale, context, ({ place: { file }, digest }, found, body) => {
    room -= body?.length ?? 0;
    if (body !== undefined && room > 0) bodies.set(file, body);
    const isKnown = digest !== "" && digest === found.digest;
    parsed.set(file, isKnown ? { ...known.get(file)!, stamp: found.stamp } : found);
  });

  const files = new Map(placed.map(({ file }) => [file, parsed.get(file) ?? known.get(file)!]));
  const notes: PlacedNote[] = [];
  const drafts: Named[] = [];
  for (const { file, collection, route } of placed) {
    const { findings, note, draft } = files.get(file)!;
    log.add(findings);
    if (draft) drafts.push(draft);
    if (note && route) notes.push({ ...note, file, collection, route });
  }
  if (notes.length === 0) log.add([nothingToPublish(files.size, drafts.length)]);
  notes.sort((a, b) => compareCodePoints(a.route, b.route));
  const settled = settleOldRoutes(notes, sourceReader(contentDir));
  log.add(settled.findings);
  const named = new Set([...notes, ...drafts].map(({ file }) => file));
  const bodyOf = (note: PlacedNote) => {
    const { file } = note;
    const body = bodies.get(file);
    bodies.delete(file);
    return body ?? readBody(contentDir, note, files.get(file)!.digest);
  };
  const unread = listed.filter((file) => !named.has(file));
  const leftOut = { drafts, files: [...others, ...unread] };
  return { files, notes: settled.notes, leftOut, bodyOf };
}

/** An error, because an empty list must not replace the notes of the last build. */
function nothingToPublish(files: number, drafts: number): Finding {
  const message =
    files === 0
      ? "No note is in a collection."
      : `None of the notes (${files}, of which ${drafts} are drafts) can be published.`;
  return { file: ".", line: 1, column: 1, rule: "no-notes", message };
}

function readBody(contentDir: string, { file, bodyStart }: PlacedNote, digest: string): string {
  const source = readSource(contentDir, file);
  if ("rule" in source || source.digest !== digest) {
    throw new ContentError(`${file} changed during the build. Build again.`);
  }
  return source.text.slice(bodyStart);
}
