import type { Engine } from "../engine.ts";
import { importRival } from "../import-rival.ts";

interface MiniSearch {
  addAll(documents: readonly object[]): void;
  search(query: string): { route: string }[];
}
interface Module {
  default: {
    new (options: object): MiniSearch;
    loadJSON(json: string, options: object): MiniSearch;
  };
}

/** MiniSearch with boosts, prefix and spelling on, as its documentation advises. */
export const minisearch: Engine = miniSearchWith("minisearch-tuned", (term) => term.toLowerCase());

/** The same with Porter's stemmer. */
export const minisearchStem: Engine = {
  ...minisearch,
  name: "minisearch-stem",
  async build(documents) {
    return (await stemmed()).build(documents);
  },
  async load(shipped) {
    return (await stemmed()).load(shipped);
  },
};

async function stemmed(): Promise<Engine> {
  const { stemmer } = await importRival<{ stemmer(word: string): string }>("stemmer");
  return miniSearchWith("minisearch-stem", (term) => stemmer(term.toLowerCase()));
}

function miniSearchWith(name: string, processTerm: (term: string) => string): Engine {
  const options = {
    idField: "route",
    fields: ["title", "tags", "summary"],
    storeFields: ["route", "title", "summary"],
    processTerm,
    searchOptions: { boost: { title: 3, tags: 1.5 }, prefix: true, fuzzy: 0.2 },
  };
  return {
    name,
    async build(documents) {
      const { default: MiniSearch } = await importRival<Module>("minisearch");
      const index = new MiniSearch(options);
      index.addAll(documents.map((document) => ({ ...document, tags: document.tags.join(" ") })));
      return JSON.stringify(index);
    },
    async load(shipped) {
      const { default: MiniSearch } = await importRival<Module>("minisearch");
      const index = MiniSearch.loadJSON(new TextDecoder().decode(shipped), options);
      return (query) => index.search(query).map((result) => result.route);
    },
  };
}
