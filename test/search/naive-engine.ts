import { fold } from "../../worker/contract/search/fold.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
import { editDistance } from "../../worker/search/edit-distance.ts";
import { parseQuery } from "../../worker/search/parse-query.ts";
import type { Query, QueryUnit } from "../../worker/search/query.ts";
import * as RANKING from "../../worker/search/ranking.ts";
import { stem } from "../../worker/search/stem.ts";

/**
 * The search engine as one would write it without an index: every document is read for every query,
 * and every word of every document compared with every word of the query. Operators are left out.
 * Returns routes, the best first.
 */
export function naiveEngine(documents: readonly SearchDocument[]): (query: string) => string[] {
  const notes = documents.map((document) => ({
    route: document.route,
    title: document.title,
    fields: [document.title, document.tags.join("\n"), document.summary].map(readField),
  }));
  const vocabulary = new Set(notes.flatMap((note) => note.fields.flat().flatMap(formsOf)));
  const partsOf = new Map<string, string[]>();
  for (const { token, form } of notes.flatMap((note) => note.fields.flat())) {
    if (token.kind !== "word") continue;
    partsOf.set(form, [...(partsOf.get(form) ?? []), ...wordParts(token.text).map(fold)]);
  }
  const averages = [0, 1, 2].map((field) => {
    const lengths = notes
      .map((note) => note.fields[field]!.length)
      .filter((length) => field !== 1 || length > 0);
    const sum = lengths.reduce((a, b) => a + b, 0);
    return Math.max(1, Math.round((256 * sum) / Math.max(1, lengths.length)) / 256);
  });

  function blocksWith(holds: (form: string) => boolean): Set<number> {
    const blocks = new Set<number>();
    notes.forEach((note, i) => {
      if (note.fields.flat().some((piece) => formsOf(piece).some(holds))) {
        blocks.add(Math.floor(i / INDEX_FORMAT.notesPerBlock));
      }
    });
    return blocks;
  }

  function matcherOf(unit: QueryUnit, before?: QueryUnit, next?: QueryUnit): Matcher {
    if (unit.kind === "pair") {
      const blocks = chainBlocks(unit.links);
      return {
        weigh: () => 0,
        exact: () => false,
        chain: unit.links,
        chainWeight: 1,
        ...count(blocks),
      };
    }
    const key = unit.text;
    const joined = [joinOf(before, unit), joinOf(unit, next)];
    const sameStem = (form: string): boolean => !unit.stop && stemOf(form) === stemOf(key);
    const exact = (form: string): boolean => form === key || joined.includes(form);
    let common = blocksWith((form) => exact(form) || sameStem(form));
    const chain = unit.stop || common.size > 8 ? [] : splitOf(unit);
    common = new Set([...common, ...chainBlocks(chain)]);
    const isLonger = (form: string): boolean =>
      !unit.stop && (unit.last || bytes(key).length > 2) && form !== key && form.startsWith(key);
    const isWhole = (piece: Piece): boolean =>
      !unit.stop && piece.token.kind === "word" && partsOf.get(piece.form)!.includes(key);
    const beginning = unit.last ? RANKING.prefix : RANKING.innerPrefix;
    const weigh = (piece: Piece): number => {
      const { form } = piece;
      const more = bytes(form).length - bytes(key).length;
      return Math.max(
        exact(form) ? 1 : 0,
        sameStem(form) ? RANKING.stem : 0,
        isWhole(piece) ? RANKING.part : 0,
        isLonger(form)
          ? (beginning * bytes(key).length) / (bytes(key).length + RANKING.prefixLoss * more)
          : 0,
      );
    };
    const all = new Set([...common, ...blocksWithPiece((piece) => weigh(piece) > 0)]);
    if (all.size > 0 || unit.stop) {
      return {
        weigh,
        exact,
        chain,
        chainWeight: RANKING.split,
        ...count(common.size > 0 ? common : all),
      };
    }
    const bare = key.replace(/^\.|[+#*]+$/g, "");
    const near = vocabulary.has(bare) ? new Map([[bare, RANKING.near]]) : nearOf(key);
    const blocks = blocksWith((form) => near.has(form));
    const weighNear = (piece: Piece): number => near.get(piece.form) ?? 0;
    const spellings = vocabulary.has(bare) || near.size === 0 ? undefined : [...near.keys()];
    return {
      weigh: weighNear,
      exact: () => false,
      chain: [],
      chainWeight: 0,
      spellings,
      ...count(blocks),
    };
  }

  function blocksWithPiece(fits: (piece: Piece) => boolean): Set<number> {
    const blocks = new Set<number>();
    notes.forEach((note, i) => {
      if (note.fields.flat().some(fits)) blocks.add(Math.floor(i / INDEX_FORMAT.notesPerBlock));
    });
    return blocks;
  }

  function count(blocks: ReadonlySet<number>): { rarity: number } {
    if (blocks.size === 0) return { rarity: 0 };
    const all = Math.ceil(notes.length / INDEX_FORMAT.notesPerBlock);
    const share = 1 - (1 - blocks.size / (all + 0.5)) ** (1 / INDEX_FORMAT.notesPerBlock);
    const holding = notes.length * share;
    return { rarity: Math.log(1 + (notes.length - holding + 0.5) / (holding + 0.5)) };
  }

  function chainBlocks(links: readonly string[]): Set<number> {
    if (links.length === 0) return new Set();
    const sets = links.map((link) => blocksWith((form) => form === link));
    return new Set([...sets[0]!].filter((block) => sets.every((set) => set.has(block))));
  }

  function splitOf(unit: QueryUnit): readonly string[] {
    const { text, links } = unit;
    if (links.length > 0 && links.every((link) => vocabulary.has(link))) return links;
    const cuts = Array.from({ length: text.length }, (_, i) => i)
      .filter((i) => i >= 3 && text.length - i >= 3)
      .sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2) || a - b);
    const halves = cuts.map((i) => [text.slice(0, i), text.slice(i)]);
    return halves.find((pair) => pair.every((half) => vocabulary.has(half))) ?? [];
  }

  function nearOf(key: string): Map<string, number> {
    const { length } = bytes(key);
    const most = length < 4 || length > 60 ? 0 : length < 8 ? 1 : 2;
    const near = new Map<string, number>();
    for (let edits = 1; edits <= most && near.size === 0; edits++) {
      for (const form of vocabulary) {
        const distance = editDistance(bytes(key), length, bytes(form), bytes(form).length, most);
        const trust = bytes(form)[0] === bytes(key)[0] ? 1 : RANKING.nearFirst;
        if (distance === edits) near.set(form, (RANKING.near * trust) / edits);
      }
    }
    return near;
  }

  return (text) => {
    const query = parseQuery(text);
    const matchers = query.units.map((unit, u) =>
      matcherOf(unit, query.units[u - 1], query.units[u + 1]),
    );
    const rarities = query.units.map(
      (unit, u) => matchers[u]!.rarity * (unit.stop ? RANKING.stop : unit.times),
    );
    const isContent = (u: number): boolean => !query.units[u]!.stop && rarities[u]! > 0;
    const total = sum(rarities.filter((_, u) => isContent(u)));
    const found = notes.flatMap((note) => {
      const seen = note.fields.map((pieces) => readPieces(pieces, query, matchers));
      const heldBy = (u: number): boolean => seen.some((field) => field[u]!.sum > 0);
      if (!query.units.some((_, u) => heldBy(u))) return [];
      let score = 0;
      query.units.forEach((_, u) => {
        let weight = 0;
        seen.forEach((field, f) => {
          if (field[u]!.sum === 0) return;
          const slope = RANKING.lengths[f]!;
          const length = 1 - slope + (slope * note.fields[f]!.length) / averages[f]!;
          weight += (RANKING.fields[f]! * field[u]!.sum) / length;
        });
        score += (rarities[u]! * weight) / (weight + RANKING.saturation) || 0;
        const together = sum(seen.map((field, f) => field[u]!.together * RANKING.fields[f]!));
        const rarer = Math.min(rarities[u]!, rarities[u - 1] ?? 0);
        score += (RANKING.adjacent * rarer * together) / (together + RANKING.saturation);
      });
      const held = sum(rarities.filter((_, u) => isContent(u) && heldBy(u)));
      if (total > 0) score *= (held / total) ** RANKING.coverage;
      const isSure = (u: number): boolean => isContent(u) && !matchers[u]!.spellings;
      const sure = query.units.some((_, u) => isSure(u) && heldBy(u));
      const every = query.units.every((_, u) => !isContent(u) || heldBy(u));
      return [
        {
          route: note.route,
          score: Math.fround(score),
          held,
          every,
          sure,
          exact: exactness(note.title, query, matchers),
        },
      ];
    });
    const best = Math.max(...found.map((entry) => entry.score));
    const mostHeld = Math.max(...found.map((entry) => entry.held));
    return found
      .sort(
        (a, b) =>
          b.exact - a.exact ||
          Number(b.every) - Number(a.every) ||
          Number(b.sure) - Number(a.sure) ||
          b.score - a.score ||
          (a.route < b.route ? -1 : 1),
      )
      .slice(0, 50)
      .filter(
        (entry) =>
          entry.exact > 0 ||
          (entry.score >= (RANKING.cut * best) / Math.sqrt(query.units.length) &&
            entry.held >= RANKING.heldCut * mostHeld),
      )
      .map((entry) => entry.route);
  };
}

interface Piece {
  readonly token: Token;
  readonly form: string;
}

interface Matcher {
  readonly weigh: (piece: Piece) => number;
  readonly exact: (form: string) => boolean;
  readonly chain: readonly string[];
  readonly chainWeight: number;
  /** The words that may be meant, if the word itself is found nowhere. */
  readonly spellings?: readonly string[] | undefined;
  readonly rarity: number;
}

function readField(text: string): Piece[] {
  return tokenize(text).map((token) => ({
    token,
    form: token.kind === "separator" ? "" : fold(token.text),
  }));
}

function formsOf(piece: Piece): string[] {
  return piece.token.kind === "separator" ? [] : [piece.form];
}

/** By unit: the weights of its matches in a field, and how often it follows the unit before it. */
function readPieces(
  pieces: readonly Piece[],
  query: Query,
  matchers: readonly Matcher[],
): { sum: number; together: number }[] {
  const matches = matchers.map(({ weigh, chain, chainWeight }) =>
    pieces.map((piece, at) => ({
      plain: piece.token.kind === "separator" ? 0 : weigh(piece),
      chained: endsChain(pieces, at, chain) ? chainWeight : 0,
    })),
  );
  const isMatch = (match: { plain: number; chained: number }): boolean =>
    match.plain + match.chained > 0;
  return matches.map((list, u) => {
    const gap = u === 0 ? 0 : query.units[u]!.position - query.units[u - 1]!.position;
    let together = 0;
    list.forEach((match, at) => {
      if (!isMatch(match) || u === 0) return;
      const before = matches[u - 1]!.findLastIndex((other, i) => isMatch(other) && i < at);
      if (before >= 0 && at - before <= 2 * gap) together++;
    });
    const weights = list.flatMap(({ plain, chained }) => [plain, chained]);
    const close = sum(weights.filter((weight) => weight >= RANKING.stem));
    const loose = Math.max(0, ...weights.filter((weight) => weight < RANKING.stem));
    return { sum: close + loose, together };
  });
}

/** Whether the links of a chain end here, each at most one separator from the one before. */
function endsChain(pieces: readonly Piece[], at: number, chain: readonly string[]): boolean {
  if (chain.length === 0 || pieces[at]!.form !== chain.at(-1)) return false;
  const rest = chain.slice(0, -1);
  if (rest.length === 0) return true;
  return [1, 2].some(
    (back) =>
      at >= back &&
      pieces[at - back]!.token.kind !== "separator" &&
      endsChain(pieces, at - back, rest),
  );
}

function joinOf(a: QueryUnit | undefined, b: QueryUnit | undefined): string | undefined {
  if (a === undefined || b === undefined || b.position !== a.position + 1) return undefined;
  if (a.kind !== "word" || b.kind !== "word" || a.stop || b.stop) return undefined;
  return a.text + b.text;
}

function stemOf(word: string): string {
  const buffer = new Uint8Array(256);
  const { written } = UTF8.encodeInto(word, buffer);
  return new TextDecoder().decode(buffer.subarray(0, stem(buffer, written)));
}

function exactness(title: string, query: Query, matchers: readonly Matcher[]): number {
  const words = readField(title).flatMap(formsOf);
  const meant = query.words.map((word) => {
    const unit = query.units.findIndex(({ text }) => text === word);
    return matchers[unit]?.spellings ?? [word];
  });
  const isMeant = (rest: string, at: number): boolean =>
    at === meant.length
      ? rest === ""
      : meant[at]!.some(
          (form) => rest.startsWith(form) && isMeant(rest.slice(form.length), at + 1),
        );
  if (words.length === 0 || !isMeant(words.join(""), 0)) return 0;
  return fold(title) === query.folded ? 2 : 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const UTF8 = new TextEncoder();

function bytes(word: string): Uint8Array {
  return UTF8.encode(word);
}
