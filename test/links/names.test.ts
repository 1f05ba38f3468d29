import fc from "fast-check";
import { expect, test } from "vitest";
import { folderOf, withoutMarkdownExtension } from "../../scripts/content/paths.ts";
import {
  type Closeness,
  joinPath,
  type Located,
  NameIndex,
  nameKey,
} from "../../scripts/links/name-index.ts";
import type { Named } from "../../scripts/notes/note.ts";

const CLOSENESSES: Closeness[] = ["exact", "caseless", "loose"];

type NamesOf = (note: Named) => readonly string[];

/** The rules of names, applied to every note in turn. */
function locate(notes: readonly Named[], name: string, folder: string): Located {
  const called = (namesOf: NamesOf, wanted: string, closeness: Closeness) => {
    const key = nameKey(wanted, closeness);
    return [...notes.keys()].filter((note) =>
      namesOf(notes[note]!).some((each) => nameKey(each, closeness) === key),
    );
  };
  if (/^\.{0,2}\//.test(name)) {
    const path = name.startsWith("/") ? joinPath("", name.slice(1)) : joinPath(folder, name);
    if (path === undefined) return "outside";
    const found = called(pathsOf, path, "exact");
    return found.length > 0 ? found : called(pathsOf, withoutMarkdownExtension(path), "exact");
  }
  const path = /\/\.{1,2}(?:\/|$)/.test(name) ? joinPath("", name) : name;
  if (path === undefined) return "outside";
  const ends: NamesOf = ({ file }) => {
    const parts = withoutMarkdownExtension(file).split("/");
    return parts.map((_, i) => parts.slice(i).join("/"));
  };
  const kinds: [NamesOf[], string][] = [
    [path.includes("/") ? [pathsOf, ends] : [ends], path],
    [path.includes("/") ? [pathsOf, ends] : [ends], withoutMarkdownExtension(path)],
    [[({ title }) => [title]], path],
    [[({ aliases }) => aliases], path],
  ];
  for (const [namesOf, wanted] of kinds) {
    for (const closeness of CLOSENESSES) {
      const lists = namesOf.map((each) => called(each, wanted, closeness));
      const found = lists.find((list) => list.length > 0) ?? [];
      if (found.length === 0 || (closeness === "loose" && found.length > 1)) continue;
      return found.length === 1 ? found : nearest(notes, found, path, folder);
    }
  }
  return [];
}

const pathsOf: NamesOf = ({ file }) => [withoutMarkdownExtension(file)];

/** Prefers the note in the folder, then the one that the path leads to from there, then the one at the root. */
function nearest(
  notes: readonly Named[],
  found: readonly number[],
  name: string,
  folder: string,
): readonly number[] {
  const below = folderOf(folder === "" ? name : `${folder}/${name}`);
  for (const wanted of [folder, below, ""]) {
    const exact = found.filter((note) => folderOf(notes[note]!.file) === wanted);
    const beside = found.filter(
      (note) => nameKey(folderOf(notes[note]!.file), "loose") === nameKey(wanted, "loose"),
    );
    if (exact.length === 1) return exact;
    if (beside.length > 0) return beside.length === 1 ? beside : found;
  }
  return found;
}

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
  .record({ path, extension, title: text, aliases: fc.array(text, { maxLength: 2 }) })
  .map(
    ({ path, extension, title, aliases }): Named => ({ file: path + extension, title, aliases }),
  );
const notes = fc.array(note, { minLength: 1, maxLength: 12 });
const start = fc.constantFrom("", "", "./", "../", "/", "b/../");
const wanted = fc.oneof(
  fc.tuple(start, path, fc.constantFrom("", "", ".md")).map((parts) => parts.join("")),
  text,
);

test("a name leads to the same notes as a comparison with every note", () => {
  fc.assert(
    fc.property(notes, wanted, fc.nat(), (all, name, at) => {
      const folder = folderOf(all[at % all.length]!.file);
      expect(new NameIndex(all).locate(name, folder)).toEqual(locate(all, name, folder));
    }),
    { numRuns: 5000, seed: 2026 },
  );
});
