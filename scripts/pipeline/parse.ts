import { setImmediate } from "node:timers/promises";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { UPDATED_FIELD } from "../../worker/contract/note.ts";
import type { Collection } from "../config/config.ts";
import { ownStrings, readSource, sourceReader } from "../content/read-file.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import { hiddenElsewhere } from "../notes/hidden-elsewhere.ts";
import { settleOldRoutes } from "../notes/old-routes.ts";
import { isOptIn, unmarkedNotes } from "../notes/opt-in.ts";
import { parseFile } from "../notes/parse-file.ts";
import type {
  Note,
  ParsedFile,
  ParsedNote,
  RoutedFile,
  WithheldNote,
} from "../notes/parsed-file.ts";
import { BuildAgain, type BuildContext, type Content, type Vault } from "./memory.ts";

/** Number of files after which the progress is drawn. */
const BATCH = 64;
/** Maximum size in UTF-16 units of the bodies kept for linking; the others are read again. */
const MAX_KEPT_UNITS = 16 * 1024 * 1024;

/** Returns a note's text after the front matter. @throws BuildAgain if the file changed since it was parsed */
export type BodyReader = (note: Note) => string;

/** Makes notes of the files that can be published. */
export async function parseVault(
  { routed, listing }: Content,
  context: BuildContext,
): Promise<Vault & { bodyOf: BodyReader }> {
  const { contentDir, config, log, gitDates } = context;
  const { files, bodies } = await parseChanged(routed, context);
  const history = await gitDates;
  const dates = typeof history === "object" ? history.dates : {};
  const notes: Note[] = [];
  const withheldNotes: WithheldNote[] = [];
  const optIn = isOptIn(config, files.values());
  for (const { file, collection, route } of routed) {
    const { diagnostics, note, withheld } = files.get(file)!;
    if (withheld) withheldNotes.push(withheld);
    else if (note && optIn && note.publishedBy === undefined) {
      withheldNotes.push({ file, title: note.title, aliases: note.aliases, by: "unmarked" });
      continue;
    }
    log.add(diagnostics);
    if (!note || !route) continue;
    const dated = updatedField(note, collection, dates[file.normalize("NFC")]);
    notes.push({ ...note, collection, route, ...dated });
  }
  if (notes.length === 0) log.add([nothingToPublish(files.size, withheldNotes.length)]);
  notes.sort((a, b) => compareCodePoints(a.route, b.route));
  const settled = settleOldRoutes(notes, sourceReader(contentDir));
  log.add(settled.diagnostics);
  log.add(hiddenElsewhere(notes));
  log.add(unmarkedNotes(notes, config));
  const named = new Set([...notes, ...withheldNotes].map(({ file }) => file));
  const unread = listing.files.filter((file) => !named.has(file));
  const leftOut = { drafts: withheldNotes, files: [...listing.others, ...unread] };
  const bodyOf = (note: Note) => {
    const { file } = note;
    const body = bodies.get(file);
    bodies.delete(file);
    return body ?? readBody(contentDir, note, files.get(file)!.digest);
  };
  return { files, notes: settled.notes, leftOut, bodyOf };
}

/**
 * Parses every file that changed since the last build, or is new. If its bytes are the same, what is remembered of it
 * stays the same object.
 * @returns all files, and the bodies that are kept for linking
 */
async function parseChanged(
  routed: readonly RoutedFile[],
  { contentDir, config, log, progress, last, changed }: BuildContext,
) {
  // Some macOS disks and their watchers return names in different Unicode forms.
  const names = new Set([...changed].map((name) => name.normalize("NFC")));
  const before: ReadonlyMap<string, ParsedFile> = last?.vault.files ?? new Map();
  const files = new Map(before);
  const stale = routed.filter(({ file }) => !before.has(file) || names.has(file.normalize("NFC")));
  let count = 0;
  if (stale.length > 0) progress.begin("parse", stale.length, () => count);
  const bodies = new Map<string, string>();
  let room = MAX_KEPT_UNITS;
  for (const { file, collection } of stale) {
    const source = readSource(contentDir, file);
    if ("rule" in source) files.set(file, { digest: "", diagnostics: [source] });
    else {
      const known = files.get(file);
      const context = { collection, config, severities: log.severities };
      const isSame = source.digest === known?.digest;
      const parsed = isSame ? known : ownStrings(parseFile(source, context));
      files.set(file, parsed);
      const body = parsed.note && source.text.slice(parsed.note.bodyStart);
      room -= body?.length ?? 0;
      if (body !== undefined && room > 0) bodies.set(file, body);
    }
    if (++count % BATCH === 0) await setImmediate();
  }
  return { files: new Map(routed.map(({ file }) => [file, files.get(file)!])), bodies };
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
function nothingToPublish(files: number, withheld: number): Diagnostic {
  const message =
    files === 0
      ? "No note is in a collection."
      : `None of the notes can be published (${files} in all, ${withheld} withheld).`;
  return { file: ".", line: 1, column: 1, rule: "no-notes", message };
}

function readBody(contentDir: string, { file, bodyStart }: Note, digest: string): string {
  const source = readSource(contentDir, file);
  if ("rule" in source || source.digest !== digest) throw new BuildAgain(file, file);
  return source.text.slice(bodyStart);
}
