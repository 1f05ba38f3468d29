import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { Random } from "../vaults/random.ts";
import { type Corpus, corpora } from "./corpus.ts";

/** A corpus by its name; for a name with ` grown` behind, the same grown to 100,000 documents. */
export function corpusNamed(name: string): Corpus {
  const corpus = corpora().find((known) => name.startsWith(known.name));
  if (corpus === undefined) throw new Error(`There is no corpus ${name}.`);
  return name === corpus.name ? corpus : largeCorpus(corpus, GROWN);
}

const GROWN = 100_000;

/**
 * A corpus grown to a number of documents, the same every time: copies of what there is, each with the
 * summary of another document, and with half of its words of five letters or more replaced by new
 * ones, which differ from copy to copy. So the words grow with the documents, as in real texts, and a
 * little faster. Queries are spread over the copies.
 */
function largeCorpus({ name, documents, queries }: Corpus, count: number): Corpus {
  const random = new Random(SEED);
  const copies = Math.ceil(count / documents.length);
  const grown = Array.from({ length: copies }, (_, copy) =>
    copy === 0
      ? documents
      : documents.map(
          (document): SearchDocument => ({
            ...document,
            route: `/${copy}${document.route}` as Route,
            title: inNewWords(document.title, copy),
            summary: inNewWords(random.pick(documents).summary, copy),
            tags: document.tags.map((tag) => inNewWords(tag, copy)),
          }),
        ),
  );
  return {
    name: `${name} grown`,
    documents: grown
      .flat()
      .slice(0, count)
      .sort((a, b) => compareCodePoints(a.route, b.route)),
    queries: queries.map(({ text, grades }, i) => {
      const copy = i % copies;
      if (copy === 0) return { text, grades };
      const routes = [...grades].map(([route, grade]) => [`/${copy}${route}`, grade] as const);
      return { text: inNewWords(text, copy), grades: new Map(routes) };
    }),
  };
}

const SEED = 20_261_121;

function inNewWords(text: string, copy: number): string {
  return text.replace(/[A-Za-z]{5,}/g, (word) => {
    let hash = copy;
    for (const letter of word.toLowerCase())
      hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
    return ((hash >>> 16) & 1) === 0 ? word : turned(word, copy);
  });
}

/** A word with its vowels and its consonants turned, so that it can still be said. */
function turned(word: string, by: number): string {
  return word.replace(/[A-Za-z]/g, (letter) => {
    const letters = LETTERS.find((same) => same.includes(letter))!;
    return letters[(letters.indexOf(letter) + by) % letters.length]!;
  });
}

const LETTERS = ["aeiou", "AEIOU", "bcdfghjklmnpqrstvwxyz", "BCDFGHJKLMNPQRSTVWXYZ"];
