import { expect, test } from "vitest";
import { brief, vault } from "../../test/build/vault.ts";
import type { NoteList } from "../../worker/contract/note.ts";
import { type MadeNote, makeVault } from "./made-vault.ts";

/** The expected body of a generated note: its parts, with each link as a Markdown link. */
function expectedBody({ parts }: MadeNote, routes: ReadonlyMap<string, string>): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.target === undefined) return part.label;
      const anchor = part.anchor === undefined ? "" : `#${part.anchor}`;
      return `[${part.label}](${routes.get(part.target)}${anchor})`;
    })
    .join("");
}

/** The problems that a build must find in a note, in short, with their places. */
function expectedProblems({ file, head, parts }: MadeNote): string[] {
  let before = head.replace(/^\ufeff/, "");
  const problems: string[] = [];
  for (const part of parts) {
    if (typeof part !== "string" && part.rule !== undefined) {
      const lines = before.split("\n");
      const column = lines.at(-1)!.length + 1;
      problems.push(`${file}:${lines.length}:${column} warning ${part.rule}`);
    }
    before += typeof part === "string" ? part : part.source;
  }
  return problems;
}

test.each([7, 8])(
  "generated vault %i: all notes are served, each link is right or reported, and nothing else changes",
  async (seed) => {
    const { contentDir, read, build } = vault({ "start.md": "Start.\n" });
    const made = makeVault(contentDir, { notes: 300, seed, oddities: 0.3, faults: 0.2 });
    const { problems, statistics } = await build();
    const list: NoteList = JSON.parse(read("api/v1/notes.json"));
    const bodies = new Map<string, string>();
    for (const { route } of list.notes) {
      const note = JSON.parse(read(`api/v1/notes${route}.json`));
      expect(note.route).toBe(route);
      bodies.set(route, note.markdown);
    }
    const { notes } = await build({ check: true });
    const routes = new Map(notes.map(({ file, route }) => [file, route]));
    expect([...routes.keys()].sort()).toEqual(["start.md", ...made.map(({ file }) => file)].sort());
    expect(bodies.size).toBe(made.length + 1);
    for (const note of made) {
      expect(bodies.get(routes.get(note.file)!)).toBe(expectedBody(note, routes));
    }
    expect(problems.map(brief).sort()).toEqual(made.flatMap(expectedProblems).sort());
    const links = made.flatMap(({ parts }) => parts.filter((part) => typeof part !== "string"));
    const resolved = links.filter(({ target }) => target !== undefined).length;
    const count = (rule: string) => links.filter((link) => link.rule === rule).length;
    expect(statistics).toMatchObject({
      resolved,
      broken: count("broken-link"),
      ambiguous: count("ambiguous-link"),
    });
  },
);
