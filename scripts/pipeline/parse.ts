import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { UPDATED_FIELD } from "../../worker/contract/note.ts";
import type { Collection } from "../config/config.ts";
import { readSource, sourceReader, sourceStamp } from "../content/read.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import { ContentError } from "../diagnostics/errors.ts";
import { hiddenElsewhere } from "../notes/marks.ts";
import type { Named, Note, ParsedFile, ParsedNote, RoutedFile } from "../notes/note.ts";
import { settleOldRoutes } from "../notes/old-routes.ts";
import { parseFiles } from "./parse-threads.ts";
import type { BuildContext, ContentFiles, ParsedVault } from "./state.ts";

/** Maximum size in UTF-16 units of the bodies kept for linking; the others are read again. */
const MAX_KEPT_UNITS = 16 * 1024 * 1024;

/** Makes notes of the files that can be published. */
export async function parseVault(
  { routed, files: listed, others }: ContentFiles,
  context: BuildContext,
): Promise<ParsedVault> {
  const { contentDir, log, gitDates } = context;
  const { files, bodies } = await parseChanged(routed, context);
  const history = await gitDates;
  const dates = typeof history === "object" ? history.dates : {};
  const notes: Note[] = [];
  const drafts: Named[] = [];
  for (const { file, collection, route } of routed) {
    const { diagnostics, note, draft } = files.get(file)!;
    log.add(diagnostics);
    if (draft) drafts.push(draft);
    if (!note || !route) continue;
    const dated = updatedField(note, collection, dates[file.normalize("NFC")]);
    notes.push({ ...note, file, collection, route, ...dated });
  }
  if (notes.length === 0) log.add([nothingToPublish(files.size, drafts.length)]);
  notes.sort((a, b) => compareCodePoints(a.route, b.route));
  const settled = settleOldRoutes(notes, sourceReader(contentDir));
  log.add(settled.diagnostics);
  log.add(hiddenElsewhere(notes));
  const named = new Set([...notes, ...drafts].map(({ file }) => file));
  const bodyOf = (note: Note) => {
    const { file } = note;
    const body = bodies.get(file);
    bodies.delete(file);
    return body ?? readBody(contentDir, note, files.get(file)!.digest);
  };
  const unread = listed.filter((file) => !named.has(file));
  const leftOut = { drafts, files: [...others, ...unread] };
  return { files, notes: settled.notes, leftOut, bodyOf };
}

/**
 * Parses every file that changed since the last build, and takes the others from its cache.
 * @returns all files, and the bodies that are kept for linking
 */
async function parseChanged(
  routed: readonly RoutedFile[],
  { contentDir, config, log, progress, last, edited }: BuildContext,
) {
  const before = last?.files ?? new Map<string, ParsedFile>();
  const isUnchanged = (file: string) => {
    const stamp = before.get(file)?.stamp;
    if (stamp === undefined) return false;
    return (edited && !edited.has(file)) || stamp === sourceStamp(`${contentDir}/${file}`);
  };
  const stale = routed
    .filter(({ file }) => !isUnchanged(file))
    .map((each) => ({ routed: each, digest: before.get(each.file)?.digest }));
  const parsed = new Map<string, ParsedFile>();
  if (stale.length > 0) progress.begin("parse", stale.length, () => parsed.size);
  const bodies = new Map<string, string>();
  let room = MAX_KEPT_UNITS;
  const context = { contentDir, config, severities: log.severities };
  await parseFiles(stale, context, ({ routed: { file }, digest }, fresh, body) => {
    room -= body?.length ?? 0;
    if (body !== undefined && room > 0) bodies.set(file, body);
    const isKnown = digest !== "" && digest === fresh.digest;
    parsed.set(file, isKnown ? { ...before.get(file)!, stamp: fresh.stamp } : fresh);
  });

  const files = new Map(routed.map(({ file }) => [file, parsed.get(file) ?? before.get(file)!]));
  return { files, bodies };
}

/** When a note was last changed, unless its collection declares a field of that name. @param commit date of the last */
function updatedField(
  { ownDates: { updated, date } }: ParsedNote,
  { fields }: Collection,
  commit: string | undefined,
): Pick<Note, "updated"> {
  const latest = updated ?? commit ?? date;
  return latest === undefined || Object.hasOwn(fields, UPDATED_FIELD) ? {} : { updated: latest };
}

/** An error, because an empty list must not replace the notes of the last build. */
function nothingToPublish(files: number, drafts: number): Diagnostic {
  const message =
    files === 0
      ? "No note is in a collection."
      : `None of the notes (${files}, of which ${drafts} are drafts) can be published.`;
  return { file: ".", line: 1, column: 1, rule: "no-notes", message };
}

function readBody(contentDir: string, { file, bodyStart }: Note, digest: string): string {
  const source = readSource(contentDir, file);
  if ("rule" in source || source.digest !== digest) {
    throw new ContentError(`${file} changed during the build. Build again.`);
  }
  return source.text.slice(bodyStart);
}
