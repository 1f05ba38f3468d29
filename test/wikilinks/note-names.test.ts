import fc from "fast-check";
import { expect, test } from "vitest";
import { folderOf } from "../../scripts/content/paths.ts";
import { joinPath } from "../../scripts/wikilinks/join-path.ts";
import type { LinkTarget } from "../../scripts/wikilinks/link-target.ts";
import { LinkTargets } from "../../scripts/wikilinks/link-targets.ts";
import { type Closeness, nameKey } from "../../scripts/wikilinks/name-key.ts";
import { NameTable } from "../../scripts/wikilinks/name-table.ts";
import { type Located, NoteNames } from "../../scripts/wikilinks/note-names.ts";
import { notePath } from "../../scripts/wikilinks/note-path.ts";
import type { Route } from "../../worker/contract/route.ts";

const CLOSENESS: Closeness[] = ["exact", "caseless", "loose"];

/** What `NoteNames` finds, by looking at every note. */
class PlainNames {
  readonly #notes: readonly LinkTarget[];

  constructor(notes: readonly LinkTarget[]) {
    this.#notes = notes;
  }

  locate(name: string, from: number): Located {
    const folder = folderOf(this.#notes[from]!.file);
    if (/^\.{0,2}\//.test(name)) {
      const path = name.startsWith("/") ? joinPath("", name.slice(1)) : joinPath(folder, name);
      if (path === undefined) return "outside";
      const notes = this.#called(paths, path, "exact");
      return notes.length > 0 ? notes : this.#called(paths, notePath(path), "exact");
    }
    const path = /\/\.{1,2}(?:\/|$)/.test(name) ? joinPath("", name) : name;
    if (path === undefined) return "outside";
    return (
      this.#byFile(path, folder) ??
      this.#byFile(notePath(path), folder) ??
      this.#choose(titles, path, folder) ??
      this.#choose(aliases, path, folder) ??
      []
    );
  }

  #byFile(name: string, folder: string): Located | undefined {
    const ends = (note: LinkTarget) => {
      const parts = notePath(note.file).split("/");
      const count = name.split("/").length;
      return count <= parts.length ? [parts.slice(-count).join("/")] : [];
    };
    for (const closeness of CLOSENESS) {
      const whole = name.includes("/") ? this.#called(paths, name, closeness) : [];
      const notes = whole.length > 0 ? whole : this.#called(ends, name, closeness);
      if (notes.length === 0 || (closeness === "loose" && notes.length > 1)) continue;
      return this.#nearest(notes, paths, name, folder, closeness);
    }
    return undefined;
  }

  #choose(named: Named, name: string, folder: string): Located | undefined {
    const placed = (note: LinkTarget) => {
      const own = folderOf(note.file);
      return named(note).map((each) => (own === "" ? each : `${own}/${each}`));
    };
    for (const closeness of CLOSENESS) {
      const notes = this.#called(named, name, closeness);
      if (notes.length === 0 || (closeness === "loose" && notes.length > 1)) continue;
      return this.#nearest(notes, placed, name, folder, closeness);
    }
    return undefined;
  }

  #nearest(
    notes: readonly number[],
    placed: Named,
    name: string,
    folder: string,
    closeness: Closeness,
  ): readonly number[] {
    if (notes.length === 1) return notes;
    const beside = this.#called(placed, folder === "" ? name : `${folder}/${name}`, closeness);
    if (beside.length === 1) return beside;
    const atRoot = this.#called(placed, name, closeness);
    return beside.length === 0 && atRoot.length === 1 ? atRoot : notes;
  }

  #called(named: Named, name: string, closeness: Closeness): number[] {
    const key = nameKey(name, closeness);
    return [...this.#notes.keys()].filter((note) =>
      named(this.#notes[note]!).some((each) => nameKey(each, closeness) === key),
    );
  }
}

type Named = (note: LinkTarget) => readonly string[];

const paths: Named = ({ file }) => [notePath(file)];
const titles: Named = ({ title }) => [title];
const aliases: Named = (note) => note.aliases;

const PARTS = [
  "a",
  "A",
  "b",
  "a b",
  "a-b",
  "A_B",
  " a",
  "a ",
  "-",
  "é",
  "E\u0301",
  "É\u00a0a",
  "ΟΔΟΣ",
  "οδος",
  "日本",
  "K",
  "İ",
  "a.md",
  "__proto__",
];
const part = fc.constantFrom(...PARTS);
const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const text = fc.oneof(
  path,
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.constantFrom("\0a", "\ud800", "a\udc00"),
);
const extension = fc.constantFrom(".md", ".MD", ".markdown");
const note = fc
  .record({
    path,
    extension,
    title: text,
    aliases: fc.array(text, { maxLength: 2 }),
  })
  .map(
    (each): LinkTarget => ({
      file: each.path + each.extension,
      route: `/${each.path}` as Route,
      title: each.title,
      aliases: each.aliases,
      headings: "[]",
    }),
  );
const notes = fc.array(note, { minLength: 1, maxLength: 12 });
const start = fc.constantFrom("", "", "./", "../", "/", "b/../");
const wanted = fc.oneof(
  fc.tuple(start, path, fc.constantFrom("", "", ".md")).map((parts) => parts.join("")),
  text,
);

test.each([
  ["all bits of a hash", -1],
  ["two bits of it", 3],
  ["none, so that all names share one hash", 0],
])("with %s it finds what a look at every note finds", (_, mask) => {
  fc.assert(
    fc.property(notes, wanted, fc.nat(), (targets, name, at) => {
      const shared = new LinkTargets(LinkTargets.share(targets));
      const names = new NoteNames(shared, new NameTable(NameTable.share(shared, mask)));
      const from = at % targets.length;
      expect(names.locate(name, from)).toEqual(new PlainNames(targets).locate(name, from));
    }),
    { numRuns: 2000, seed: 2026 },
  );
});

test("notes are read from shared memory as they were given", () => {
  fc.assert(
    fc.property(notes, (targets) => {
      const shared = new LinkTargets(LinkTargets.share(targets));
      const read = targets.map((_, i) => ({
        file: shared.file(i),
        route: shared.route(i),
        title: shared.title(i),
        aliases: shared.aliases(i),
        headings: JSON.stringify(shared.headings(i)),
      }));
      expect(shared.count).toBe(targets.length);
      expect(read).toEqual(targets);
    }),
  );
});
