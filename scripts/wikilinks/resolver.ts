import { encodeDestination } from "./encode-destination.ts";
import { findHeading } from "./find-heading.ts";
import { githubSlug } from "./github-slug.ts";
import type { Heading } from "./heading.ts";
import type { LinkTargets } from "./link-targets.ts";
import type { NameTable } from "./name-table.ts";
import { NoteNames } from "./note-names.ts";
import { spellNote } from "./spell-note.ts";
import { type Suggested, Suggester } from "./suggester.ts";

/** No name is longer; a longer target is not looked up. UTF-16 units. */
const LONGEST = 1000;

/** Where a target leads. */
export type Resolution =
  | {
      kind: "note";
      note: number;
      /** The part of the target that named the note; empty for the same note. */
      name: string;
      /** The headings typed after it, from the outer to the inner. */
      headings: readonly string[];
      /** The block typed after it, without `^`. */
      block?: string;
    }
  | { kind: "ambiguous"; notes: readonly number[]; name: string }
  | { kind: "outside" | "missing"; name: string };

/** Finds notes, which it knows by number, by what links call them. */
export interface Resolver {
  /** @param from the note that holds the link */
  resolve(target: string, from: number): Resolution;
  /** The anchor of a heading of a note, or undefined where there is none. @param headings without space around them */
  anchor(note: number, headings: readonly string[]): string | undefined;
  headings(note: number): readonly Heading[];
  /** The route of a note as a Markdown link writes it. */
  destination(note: number): string;
  /** The shortest spelling that leads to the note from everywhere. */
  spell(note: number): string;
  /** What a name that leads nowhere may have meant. */
  suggest(name: string, from: number): Suggested;
}

/** A resolver over all notes; a link can only be resolved when every note is known. */
export function createResolver(targets: LinkTargets, table: NameTable): Resolver {
  const names = new NoteNames(targets, table);
  const suggester = new Suggester(names);
  const anchors = new Map<number, Map<string, string | undefined>>();
  const destinations = new Array<string | undefined>(targets.count);
  const spellings = new Map<number, string>();
  return {
    resolve: (target, from) => resolve(names, target, from),
    anchor(note, headings) {
      const known = anchors.get(note) ?? new Map<string, string | undefined>();
      anchors.set(note, known);
      const key = headings.join("#");
      if (!known.has(key)) known.set(key, findAnchor(targets, note, headings));
      return known.get(key);
    },
    headings: (note) => targets.headings(note),
    destination: (note) => (destinations[note] ??= encodeDestination(targets.route(note))),
    spell(note) {
      const known = spellings.get(note) ?? spellNote(note, names);
      spellings.set(note, known);
      return known;
    },
    suggest: (name, from) => suggester.suggest(name, from),
  };
}

function findAnchor(
  targets: LinkTargets,
  note: number,
  headings: readonly string[],
): string | undefined {
  const [only = ""] = headings;
  // Whichever heading it means has this anchor, so that none of the others has to be read.
  if (headings.length === 1 && targets.hasHeading(note, only)) return githubSlug(only);
  return findHeading(targets.headings(note), headings);
}

/** The whole target is a name before a `#` in it divides name and heading, the last one first. */
function resolve(names: NoteNames, target: string, from: number): Resolution {
  if (target.length > LONGEST) return { kind: "missing", name: nameBefore(target) };
  for (let end = target.length; end > 0; end = target.lastIndexOf("#", end - 1)) {
    const rest = target.slice(end);
    if (!isHeadingPath(rest)) continue;
    const name = target.slice(0, end).trim();
    const found = names.locate(name, from);
    if (found === "outside") return { kind: "outside", name };
    if (found.length > 1) return { kind: "ambiguous", notes: found, name };
    if (found.length === 1) return toNote(found[0]!, name, rest);
  }
  if (target.startsWith("#")) return toNote(from, "", target);
  return { kind: "missing", name: nameBefore(target) };
}

/** Nothing, or a `#` with something behind it: `C#` does not mean the note C. */
function isHeadingPath(rest: string): boolean {
  return rest === "" || /[^#\s]/.test(rest);
}

const NO_HEADINGS: readonly string[] = [];

/** @param rest what stands behind the name, from the `#` on */
function toNote(note: number, name: string, rest: string): Resolution {
  if (rest === "") return { kind: "note", note, name, headings: NO_HEADINGS };
  const parts = rest
    .split("#")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const last = parts.at(-1);
  if (last === undefined || !last.startsWith("^")) {
    return { kind: "note", note, name, headings: parts };
  }
  return { kind: "note", note, name, headings: parts.slice(0, -1), block: last.slice(1) };
}

/** The part of an unknown target that is most likely meant as the note's name. */
function nameBefore(target: string): string {
  const mark = target.search(/#+[^#]/);
  return (mark === -1 ? target : target.slice(0, mark)).trim() || target;
}
