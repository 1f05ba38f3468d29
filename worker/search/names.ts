import type { Route } from "../contract/route.ts";
import { routeStart } from "./note-texts.ts";
import type { SearchEngine } from "./search-engine.ts";

/**
 * The routes of the notes with a name: a binary search in the section `names`.
 *
 * @param name a former route, or an alias as `aliasKey` writes it
 */
export function routesNamed({ index, texts }: SearchEngine, name: string): Route[] {
  const { names } = index;
  const end = names.lastIndexOf(NEWLINE) + 1;
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : names.lastIndexOf(NEWLINE, middle - 1) + 1;
    const line = lineAt(names, start);
    if (line.name < name) low = line.end;
    else high = start;
  }
  const routes: Route[] = [];
  while (low < end) {
    const line = lineAt(names, low);
    if (line.name !== name) break;
    routes.push(texts.read(routeStart(index, line.note)) as Route);
    low = line.end;
  }
  return routes;
}

const NEWLINE = 10;
const UTF8 = new TextDecoder();

function lineAt(names: Uint8Array, start: number): { name: string; note: number; end: number } {
  const newline = names.indexOf(NEWLINE, start);
  const [name = "", note] = UTF8.decode(names.subarray(start, newline)).split("\t");
  return { name, note: Number(note), end: newline + 1 };
}
