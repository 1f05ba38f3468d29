import { type Corpus, corpora } from "./corpus.ts";
import { largeCorpus } from "./large-corpus.ts";

/** A corpus by its name; for a name with ` grown` behind, the same grown to 100,000 documents. */
export function corpusNamed(name: string): Corpus {
  const corpus = corpora().find((known) => name.startsWith(known.name));
  if (corpus === undefined) throw new Error(`no corpus ${name}`);
  return name === corpus.name ? corpus : largeCorpus(corpus, GROWN);
}

const GROWN = 100_000;
