import type { LinkTarget } from "./link-target.ts";
import { LinkTargets } from "./link-targets.ts";
import { NameTable, type SharedNames } from "./name-table.ts";
import type { SharedTexts } from "./shared-texts.ts";

/** What links are looked up in, in memory that threads share. */
export interface LinkTables {
  /** Of `LinkTargets`. */
  texts: SharedTexts;
  /** Of `NameTable`. */
  names: SharedNames;
}

/** The tables of notes; a note's number is its place. */
export function toLinkTables(notes: readonly LinkTarget[]): LinkTables {
  const texts = LinkTargets.share(notes);
  return { texts, names: NameTable.share(new LinkTargets(texts)) };
}

/** Keeps the tables from build to build, for as long as no note comes, goes, moves or is called otherwise. */
export class LinkTablesMemo {
  #notes: readonly LinkTarget[] = [];
  #tables: LinkTables | undefined;

  of(notes: readonly LinkTarget[]): LinkTables {
    const before = this.#notes;
    const isSame =
      notes.length === before.length && notes.every((note, i) => isAlike(note, before[i]!));
    if (!isSame || this.#tables === undefined) this.#tables = toLinkTables(notes);
    this.#notes = notes;
    return this.#tables;
  }
}

function isAlike(a: LinkTarget, b: LinkTarget): boolean {
  return (
    a.file === b.file &&
    a.route === b.route &&
    a.title === b.title &&
    a.headings === b.headings &&
    (a.aliases === b.aliases ||
      (a.aliases.length === b.aliases.length &&
        a.aliases.every((name, i) => name === b.aliases[i])))
  );
}
