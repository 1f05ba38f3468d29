import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { tokensOf } from "./tokens-of.ts";

/** A route as the index keeps it: behind what the first one of its block begins with too, its pieces. */
export interface ShortRoute {
  /** Bytes of the first route that it begins with, as JSON writes them: 0 for that one, at most 254. */
  readonly shared: number;
  /** Put together, with nothing between them, the rest of the route. */
  readonly pieces: readonly Token[];
}

/**
 * Routes without what the first one of their block says already. A word that is known by nothing but
 * one route is spelled in known words and letters, so that it need not be a word of the lexicon:
 *
 * ```text
 *     /terms/hash-table             0  /  terms  /  hash  -  table
 *     /terms/hash-table/probing    17  /  probing
 *     1042                          0  1  0  4  2
 *     1047                          3  7
 * ```
 *
 * @param routes in order; each is taken apart twice, since to keep the pieces of all takes memory
 * @param isKnown whether a word is in the lexicon anyway
 */
export function* shortenRoutes(
  routes: readonly string[],
  isKnown: (word: string) => boolean,
): Generator<ShortRoute> {
  const isSeveral = new Map<string, boolean>();
  for (const { pieces } of rests(routes)) {
    for (const { text, kind } of pieces) {
      if (kind !== "separator" && !isKnown(text)) isSeveral.set(text, isSeveral.has(text));
    }
  }
  const isWord = (text: string): boolean => isSeveral.get(text) === true || isKnown(text);
  for (const rest of rests(routes)) {
    const { shared, pieces } = isCut(rest, isWord) ? cut(rest) : rest;
    yield {
      shared: bytesOf(shared),
      pieces: pieces.flatMap((piece) => spelled(piece, isWord)),
    };
  }
}

function* rests(routes: readonly string[]): Generator<Rest> {
  let first = "";
  for (const [i, route] of routes.entries()) {
    const isFirst = i % INDEX_FORMAT.notesPerBlock === 0;
    const pieces = piecesOf(tokensOf(route));
    yield restOf(pieces, route, isFirst ? 0 : sharedLength(first, route));
    if (isFirst) first = route;
  }
}

/** What is left of a route. */
interface Rest {
  /** The pieces that the first route begins with as well, ... */
  readonly shared: string;
  /** ... those behind, and how many UTF-16 units of the first are shared too. */
  readonly pieces: readonly Token[];
  readonly common: number;
}

/** The tokens of a route, with the space that stands between two words. */
function piecesOf(tokens: readonly Token[]): Token[] {
  const pieces: Token[] = [];
  let wasWord = false;
  for (const token of tokens) {
    const isWord = token.kind === "word";
    if (isWord && wasWord) pieces.push({ text: " ", kind: "separator" });
    if (token.text !== "") pieces.push(token);
    wasWord = isWord;
  }
  return pieces;
}

function restOf(pieces: readonly Token[], route: string, length: number): Rest {
  let start = 0;
  let whole = 0;
  for (; whole < pieces.length; whole++) {
    const end = start + pieces[whole]!.text.length;
    if (end > length) break;
    start = end;
  }
  return { shared: route.slice(0, start), pieces: pieces.slice(whole), common: length - start };
}

/** How many UTF-16 units two routes begin with alike: whole characters, 254 bytes of JSON at most. */
function sharedLength(before: string, route: string): number {
  let bytes = 0;
  for (let at = 0; at < route.length; ) {
    const code = route.codePointAt(at)!;
    if (before.codePointAt(at) !== code) return at;
    const end = at + (code > 0xffff ? 2 : 1);
    bytes += isPlain(code) ? 1 : bytesOf(route.slice(at, end));
    if (bytes > MOST_SHARED) return at;
    at = end;
  }
  return route.length;
}

/** One more, as it is stored, is a byte. */
const MOST_SHARED = 254;

function isPlain(code: number): boolean {
  return code >= 32 && code < 127 && code !== 34 && code !== 92;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** Whether a word is better shared in part: where what is left is a word, or it is none itself. */
function isCut({ pieces: [first], common }: Rest, isWord: (text: string) => boolean): boolean {
  if (common === 0 || first?.kind !== "word") return false;
  return isWord(first.text.slice(common)) || !isWord(first.text);
}

function cut({ shared, pieces: [first, ...others], common }: Rest): Rest {
  const { text, kind } = first!;
  const left: Token = { text: text.slice(common), kind };
  return { shared: shared + text.slice(0, common), pieces: [left, ...others], common: 0 };
}

/** A piece as it is, or, if it is no word, in the longest words it is made of and what is left. */
function spelled(piece: Token, isWord: (text: string) => boolean): Token[] {
  const { text, kind } = piece;
  if (kind === "separator" || isWord(text)) return [piece];
  const pieces: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
    let end = text.length;
    while (end > letter && !isWord(text.slice(at, end))) end--;
    const part = text.slice(at, end);
    pieces.push({ text: part, kind: isWord(part) ? "word" : "separator" });
    at = end;
  }
  return pieces;
}
