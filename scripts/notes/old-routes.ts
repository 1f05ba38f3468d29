import type { Route } from "../../worker/contract/route.ts";
import { type Diagnostic, positionOf } from "../diagnostics/diagnostics.ts";
import { explainUnsafeSegment } from "../routes/slugs.ts";
import type { Note } from "./parsed-file.ts";

/** Why a text cannot be an old route, as a clause; undefined if it can. */
export function explainOldRoute(text: string): string | undefined {
  if (!text.startsWith("/")) return "does not start with a slash";
  const reasons = text
    .slice(1)
    .split("/")
    .map(
      (segment) => explainUnsafeSegment(segment) ?? (/[#%]/.test(segment) ? "contains # or %" : ""),
    );
  return reasons.find((reason) => reason !== "");
}

/**
 * Gives each old route to one note: none that is the route of a note, and of several notes with the same old
 * route the first keeps it. Case does not matter.
 * @param notes ordered by route
 * @param sourceOf returns the text of a file, for the positions of the diagnostics
 * @returns the notes without the old routes that they cannot have
 */
export function settleOldRoutes(
  notes: readonly Note[],
  sourceOf: (file: string) => string | undefined,
): { notes: Note[]; diagnostics: Diagnostic[] } {
  const owners = new Map(notes.map(({ file, route }) => [route.toLowerCase(), file]));
  const diagnostics: Diagnostic[] = [];
  const settledNotes = notes.map((note) => {
    const formerly = note.formerly.filter((old) => {
      const owner = owners.get(old.toLowerCase());
      if (owner === undefined) owners.set(old.toLowerCase(), note.file);
      else diagnostics.push(takenRoute(note.file, old, owner, sourceOf(note.file) ?? ""));
      return owner === undefined;
    });
    return formerly.length === note.formerly.length ? note : { ...note, formerly };
  });
  return { notes: settledNotes, diagnostics };
}

function takenRoute(file: string, old: Route, owner: string, text: string): Diagnostic {
  const start = Math.max(0, text.search(/^formerly\b/m), text.indexOf(old));
  const whose = owner === file ? "the route of this note already" : `taken by ${owner}`;
  const message = `The old route ${old} is ${whose}. Remove it here or there.`;
  return { file, ...positionOf(text, start, start + old.length), rule: "old-route", message };
}
