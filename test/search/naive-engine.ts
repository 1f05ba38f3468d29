import { editDistance } from "../../worker/contract/edit-distance.ts";
import { fold } from "../../worker/contract/search/fold.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
import * as LIMITS from "../../worker/search/limits.ts";
import { parseQuery, type Query, type QueryUnit } from "../../worker/search/parse-query.ts";
import * as RANKING from "../../worker/search/ranking.ts";
import { stem } from "../../worker/search/stem.ts";

/** A token: its folded form, empty for a separator, and the folded parts of all spellings with that form. */
interface Piece {
  readonly form: string;
  readonly parts: readonly string[];
}

interface NaiveNote {
  readonly route: string;
  readonly title: string;
  /** Title, tags (separated by a piece `\n`) and summary. */
  readonly fields: readonly (readonly Piece[])[];
}

/** What a unit of a query matches: words by their weights, a phrase; and how much all of it counts. */
interface Matcher {
  readonly weigh: (piece: Piece, field: number) => number;
  readonly phrase: readonly string[];
  readonly phraseWeight: number;
  readonly rarity: number;
  readonly spelling?: string | undefined;
}

/**
 * A search without an index, for small collections: every note is read for every query, and each of its
 * words is compared with each word of the query. Returns routes, the best first.
 */
export function naiveEngine(documents: readonly SearchDocument[]): (text: string) => string[] {
  const texts = documents.map(({ title, tags, summary }) => [title, tags.join(" \n "), summary]);
  const partsOf = new Map<string, string[]>();
  for (const { text, kind } of texts.flat().flatMap(tokenize)) {
    if (kind !== "word") continue;
    partsOf.set(fold(text), [...(partsOf.get(fold(text)) ?? []), ...wordParts(text).map(fold)]);
  }
  const notes = documents.map(({ route, title, tags, summary }): NaiveNote => {
    const tagPieces = tags.flatMap((tag, i) =>
      i === 0 ? piecesOf(tag) : [{ form: "\n", parts: [] }, ...piecesOf(tag)],
    );
    return { route, title, fields: [piecesOf(title), tagPieces, piecesOf(summary)] };
  });
  const words = new Set(notes.flatMap(({ fields }) => fields.flat().map(({ form }) => form)));
  const forms = new Set([...words, ...[...partsOf.values()].flat()]);
  const averages = [0, 1, 2].map((field) => {
    const lengths = notes.map(({ fields }) => fields[field]!.length);
    const counted = field === 1 ? lengths.filter((length) => length > 0) : lengths;
    return Math.max(1, Math.round((256 * sum(counted)) / Math.max(1, counted.length)) / 256);
  });

  let misspelledLeft = 0;

  function piecesOf(text: string): Piece[] {
    return tokenize(text).map((token) => {
      const form = token.kind === "separator" ? "" : fold(token.text);
      return { form, parts: partsOf.get(form) ?? [] };
    });
  }

  function blocksWith(holds: (piece: Piece, field: number) => boolean): Set<number> {
    const blocks = new Set<number>();
    notes.forEach(({ fields }, note) => {
      const held = fields.some((pieces, field) => pieces.some((piece) => holds(piece, field)));
      if (held) blocks.add(Math.floor(note / INDEX_FORMAT.notesPerBlock));
    });
    return blocks;
  }

  function rarityOf(blocks: number): number {
    if (blocks === 0) return 0;
    const all = Math.ceil(notes.length / INDEX_FORMAT.notesPerBlock);
    const share = 1 - (1 - blocks / (all + 0.5)) ** (1 / INDEX_FORMAT.notesPerBlock);
    const holding = notes.length * share;
    return Math.log(1 + (notes.length - holding + 0.5) / (holding + 0.5));
  }

  function matcherOf(units: readonly QueryUnit[], u: number): Matcher {
    const unit = units[u]!;
    const key = unit.text;
    if (unit.kind !== "word") {
      const blocks = blocksOfAll(unit.parts);
      const rarity = rarityOf(blocks.size) * unit.times;
      return { weigh: () => 0, phrase: unit.parts, phraseWeight: 1, rarity };
    }
    const joined = [joinOf(units[u - 1], unit), joinOf(unit, units[u + 1])];
    const close = ({ form }: Piece): number => {
      if (form === key || (!unit.stop && joined.includes(form))) return 1;
      return !unit.stop && isStemOf(form, key) ? RANKING.stem : 0;
    };
    let known = blocksWith((piece) => close(piece) > 0);
    const phrase = unit.stop || known.size > 0 ? [] : splitOf(unit);
    known = new Set([...known, ...blocksOfAll(phrase)]);
    const loose = (piece: Piece, field: number): number => {
      const isPart = !unit.stop && piece.parts.includes(key) ? RANKING.part : 0;
      const begins = unit.last && !unit.stop && piece.form !== key && piece.form.startsWith(key);
      return Math.max(isPart, begins && (key.length > 2 || field === 0) ? RANKING.prefix : 0);
    };
    const weigh = (piece: Piece, field: number) => Math.max(close(piece), loose(piece, field));
    const all = new Set([...known, ...blocksWith((piece, field) => weigh(piece, field) > 0)]);
    const phraseWeight = 1;
    const rare = rarityOf(known.size || all.size);
    const both = unit.last ? (rare + rarityOf(all.size)) / 2 : rare;
    const rarity = both * (unit.stop ? RANKING.stop : unit.times);
    if (all.size > 0 || unit.stop) return { weigh, phrase, phraseWeight, rarity };
    const goesOn = ({ form }: Piece) => key.length > 2 && form.startsWith(key);
    const inner = blocksWith(goesOn);
    if (!unit.last && inner.size > 0) {
      const weighInner = (piece: Piece): number => (goesOn(piece) ? RANKING.prefix : 0);
      return { weigh: weighInner, phrase, phraseWeight, rarity: rarityOf(inner.size) * unit.times };
    }
    return { ...misspelled(key, unit.times), phrase: [], phraseWeight: 0 };
  }

  function misspelled(key: string, times: number): Pick<Matcher, "weigh" | "rarity" | "spelling"> {
    const near = key.length > 3 && misspelledLeft-- > 0 ? nearOf(key) : [];
    const weigh = (piece: Piece): number =>
      Math.max(
        0,
        ...near.map(({ form }) =>
          piece.form === form ? 1 : piece.parts.includes(form) ? RANKING.part : 0,
        ),
      );
    const blocks = blocksWith((piece) => weigh(piece) > 0);
    const trust = RANKING.near / (near[0]?.edits ?? 1);
    return { weigh, rarity: rarityOf(blocks.size) * times * trust, spelling: near[0]?.form };
  }

  function nearOf(key: string): { form: string; edits: number }[] {
    const stemmed = stem(key);
    const compared = stemmed.length > 3 && key.startsWith(stemmed) ? stemmed : key;
    const ending = key.length - compared.length;
    const near = [...forms].filter(Boolean).map((form) => {
      const starts = Array.from({ length: ending + 1 }, (_, i) => form.slice(0, form.length - i));
      const nearest = Math.min(
        ...starts.filter(Boolean).map((start) => editDistance(compared, start, 2)),
      );
      return { form, edits: Math.max(1, nearest) };
    });
    const least = Math.min(key.length < 8 ? 1 : 2, ...near.map(({ edits }) => edits));
    const difference = ({ form }: { form: string }) => Math.abs(form.length - key.length);
    return near
      .filter(({ edits }) => edits === least)
      .sort(
        (a, b) =>
          Number(b.form[0] === key[0]) - Number(a.form[0] === key[0]) ||
          difference(a) - difference(b) ||
          (a.form < b.form ? -1 : 1),
      );
  }

  function blocksOfAll(phrase: readonly string[]): Set<number> {
    if (phrase.length === 0) return new Set();
    const sets = phrase.map((word) => blocksWith(({ form }) => form === word));
    return new Set([...sets[0]!].filter((block) => sets.every((set) => set.has(block))));
  }

  function splitOf({ text, parts }: QueryUnit): readonly string[] {
    if (parts.length > 0 && parts.every((word) => words.has(word))) return parts;
    const cuts = Array.from({ length: text.length }, (_, i) => i)
      .filter((i) => i > 0)
      .sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2) || a - b);
    const halves = cuts.map((i) => [text.slice(0, i), text.slice(i)]);
    return halves.find((pair) => pair.every((half) => words.has(half))) ?? [];
  }

  return (text) => {
    misspelledLeft = LIMITS.misspelled;
    const query = parseQuery(text, (word) => forms.has(word));
    const { units } = query;
    const matchers = units.map((_, u) => matcherOf(units, u));
    const isContent = (u: number): boolean => !units[u]!.stop && matchers[u]!.rarity > 0;
    const rarityIn = (isIn: (u: number) => boolean): number =>
      sum(matchers.filter((_, u) => isContent(u) && isIn(u)).map(({ rarity }) => rarity));
    const title = query.words
      .map((word) => matchers[units.findIndex((unit) => unit.text === word)]?.spelling ?? word)
      .join("");
    const found = notes.flatMap((note) => {
      const seen = note.fields.map((pieces, field) => readField(pieces, field, units, matchers));
      const holds = (u: number): boolean => seen.some((field) => field[u]!.sum > 0);
      if (!units.some((_, u) => holds(u))) return [];
      const held = rarityIn(holds);
      let score = scoreOf(note, seen, matchers, averages);
      const total = rarityIn(() => true);
      if (held < total) score *= (held / total) ** RANKING.coverage;
      const isWhole = units.every((_, u) => !isContent(u) || holds(u));
      const isSure = units.some((_, u) => isContent(u) && !matchers[u]!.spelling && holds(u));
      const inTitle =
        units.some((_, u) => seen[0]![u]!.sum > 0) &&
        units.every(({ last }, u) => last || seen[0]![u]!.sum > 0);
      const rank = inTitle ? titleRank(note, query, title) : [0, 0];
      const tiers = [...rank, Number(isWhole), Number(isSure)];
      return [{ route: note.route, score: Math.fround(score), held, tiers }];
    });
    const shown = found.sort(byRank).slice(0, 50);
    const best = Math.max(...shown.map(({ score }) => score));
    const mostHeld = Math.max(...found.map(({ held }) => held));
    const least = (RANKING.cut * best) / Math.sqrt(units.length);
    return shown
      .filter(
        ({ tiers, score, held }) =>
          tiers[0]! > 0 || (score >= least && held >= RANKING.heldCut * mostHeld),
      )
      .map(({ route }) => route);
  };
}

interface Ranked {
  readonly route: string;
  readonly score: number;
  readonly tiers: readonly number[];
}

/** By tiers, then score, then route; titles that start with the text have no score. */
function byRank(a: Ranked, b: Ranked): number {
  const tier = a.tiers.findIndex((_, i) => a.tiers[i] !== b.tiers[i]);
  const byScore = a.tiers[0] === 1 ? 0 : b.score - a.score;
  const isStart = tier > 1 && a.tiers[0] === 1;
  return (
    (tier < 0 || isStart ? 0 : b.tiers[tier]! - a.tiers[tier]!) ||
    byScore ||
    (a.route < b.route ? -1 : 1)
  );
}

/** 3 for a title that is exactly the text, 2 for its words, 1 for a longer title; then the length in bytes. */
function titleRank({ title, fields }: NaiveNote, query: Query, wanted: string): [number, number] {
  const own = fields[0]!.map(({ form }) => form).join("");
  if (own === wanted) return [fold(title) === query.folded ? 3 : 2, 0];
  return own.startsWith(wanted) ? [1, -Buffer.byteLength(own)] : [0, 0];
}

interface Seen {
  readonly sum: number;
  readonly together: number;
}

/** By unit: the weights of its matches in a field, and how often it is close to the unit before it. */
function readField(
  pieces: readonly Piece[],
  field: number,
  units: readonly QueryUnit[],
  matchers: readonly Matcher[],
): Seen[] {
  const matches = matchers.map(({ weigh, phrase, phraseWeight }) =>
    pieces.map((piece, at) => ({
      alone: piece.form === "" || piece.form === "\n" ? 0 : weigh(piece, field),
      inPhrase: endsPhrase(pieces, at, phrase) ? phraseWeight : 0,
    })),
  );
  return matches.map((list, u) => {
    const reach = u === 0 ? 0 : 2 * (units[u]!.position - units[u - 1]!.position);
    let total = 0;
    let together = 0;
    list.forEach(({ alone, inPhrase }, at) => {
      total += alone + inPhrase;
      if (alone + inPhrase === 0 || u === 0) return;
      const before = matches[u - 1]!.findLastIndex((m, i) => i < at && m.alone + m.inPhrase > 0);
      if (before >= 0 && at - before <= reach) together++;
    });
    return { sum: total, together };
  });
}

/** Whether a phrase ends here, its words next to each other or one separator apart. */
function endsPhrase(pieces: readonly Piece[], at: number, phrase: readonly string[]): boolean {
  if (phrase.length === 0 || pieces[at]?.form !== phrase.at(-1)) return false;
  const rest = phrase.slice(0, -1);
  const isApart = pieces[at - 1]?.form === "";
  return rest.length === 0 || endsPhrase(pieces, isApart ? at - 2 : at - 1, rest);
}

function scoreOf(
  { fields }: NaiveNote,
  seen: readonly (readonly Seen[])[],
  matchers: readonly Matcher[],
  averages: readonly number[],
): number {
  let score = 0;
  matchers.forEach(({ rarity }, u) => {
    let weight = 0;
    let together = 0;
    seen.forEach((field, f) => {
      const slope = RANKING.lengths[f]!;
      const length = 1 - slope + (slope * fields[f]!.length) / averages[f]!;
      if (field[u]!.sum > 0) weight += (RANKING.fields[f]! * field[u]!.sum) / length;
      together += field[u]!.together * RANKING.fields[f]!;
    });
    score += (rarity * weight) / (weight + RANKING.saturation);
    score += (RANKING.adjacent * rarity * together) / (together + RANKING.saturation);
  });
  return score;
}

function joinOf(a: QueryUnit | undefined, b: QueryUnit | undefined): string | undefined {
  if (a?.kind !== "word" || b?.kind !== "word" || b.position !== a.position + 1) return undefined;
  return [a, b].some(({ stop, text }) => stop && text.length < 4) ? undefined : a.text + b.text;
}

function isStemOf(form: string, key: string): boolean {
  return key.length > 2 && form !== key && stem(form) === stem(key);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
