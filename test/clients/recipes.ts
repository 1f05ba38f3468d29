import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const DOCS = join(import.meta.dirname, "../../docs");

/** The address of the service in recipes. */
const BASE_ADDRESS = "https://notes.example";

/** The code blocks of the documentation with a language, the word `recipe` and a name as info string. */
const RECIPES = new Map(
  readdirSync(DOCS)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(DOCS, name), "utf8"))
    .flatMap((text) => [...text.matchAll(/^```\w+ recipe (\S+)\n(.*?)^```$/gms)])
    .map(([, name = "", code = ""]) => [name, code]),
);

export const RECIPE_NAMES = [...RECIPES.keys()];

/** A recipe of the documentation, for a service at another address. */
export function recipe(name: string, origin = BASE_ADDRESS): string {
  const code = RECIPES.get(name);
  if (code === undefined) throw new Error(`No document has a recipe ${name}.`);
  return code.replaceAll(BASE_ADDRESS, origin);
}
