import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { FullNote, NoteList } from "../../worker/contract/note.ts";
import { brief, type Vault } from "./vault.ts";

/** The results of a build: the notes as served, by file, and the problems. */
export interface Served {
  notes: Readonly<Record<string, FullNote>>;
  /** One line each, from `brief`. */
  problems: string[];
  messages: string[];
}

/** Builds a vault, and checks that the list has exactly the notes that were written. */
export async function served(vault: Vault): Promise<Served> {
  const { notes, problems } = await vault.build();
  const errors = problems.filter(({ severity }) => severity === "error");
  expect(errors.map((problem) => `${brief(problem)} ${problem.message}`)).toEqual([]);
  const folder = join(vault.outDir, "api/v1");
  const list: NoteList = JSON.parse(readFileSync(join(folder, "notes.json"), "utf8"));
  const routes = list.notes.map(({ route }) => route);
  const written = readdirSync(join(folder, "notes"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(join(folder, "notes").length)}/${name}`);
  expect(written.sort()).toEqual(routes.map((route) => `${route}.json`).sort());
  expect(list.count).toBe(notes.length);
  const bodies = notes.map(({ file, route }) => [
    file,
    JSON.parse(readFileSync(join(folder, `notes${route}.json`), "utf8")),
  ]);
  return {
    notes: Object.fromEntries(bodies),
    problems: problems.map(brief),
    messages: problems.map(({ message }) => message),
  };
}
