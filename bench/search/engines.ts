import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { recognizeLanguage } from "../../scripts/search-index/recognize-language.ts";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { loadLanguage } from "../../worker/search/language.ts";
import { openEngine } from "../../worker/search/search-engine.ts";
import { searchResponse } from "../../worker/search/write-response.ts";
import { temporaryFolder } from "../report.ts";

/** A search engine as the benchmark runs it: built in one process, loaded and asked in another. */
export interface Engine {
  readonly name: string;
  /** What one would ship: the index and what a result shows, in one piece. */
  build(documents: readonly SearchDocument[]): Promise<Uint8Array | string>;
  /** Makes it ready. */
  load(shipped: Uint8Array): Promise<Loaded>;
}

interface Loaded {
  /** The routes found, the best first. */
  find(query: string): string[];
  /** What is timed; `find`, unless it does more than to answer. */
  answer?(query: string): unknown;
}

const ours: Engine = {
  name: "this engine",
  async build(documents) {
    return writeSearchIndex(documents, recognizeLanguage(documents));
  },
  async load(shipped) {
    const file = new Uint8Array(shipped).buffer;
    await loadLanguage(file);
    const index = openEngine(file);
    const answer = (query: string): Uint8Array => searchResponse(index, query);
    return {
      answer,
      find: (query) => {
        const { results }: SearchResponse = JSON.parse(new TextDecoder().decode(answer(query)));
        return results.map(({ route }) => route);
      },
    };
  },
};

/** SQLite's FTS5: Porter's stems, any of the words, the last one as the beginning of a word too. */
const fts5 = builtAtLoad("SQLite FTS5", async (documents) => {
  const database = new DatabaseSync(":memory:");
  fillFts5(database, documents);
  return searchFts5(database);
});

/** The same from a database file, which is larger and opens sooner. */
const fts5File: Engine = {
  name: "SQLite FTS5, file",
  async build(documents) {
    const file = temporaryFile();
    const database = new DatabaseSync(file);
    fillFts5(database, documents);
    database.close();
    return readFileSync(file);
  },
  async load(shipped) {
    const file = temporaryFile();
    writeFileSync(file, shipped);
    return { find: searchFts5(new DatabaseSync(file, { readOnly: true })) };
  },
};

const folder = temporaryFolder(tmpdir());

function temporaryFile(): string {
  return join(folder, `${randomUUID()}.db`);
}

function fillFts5(database: DatabaseSync, documents: readonly SearchDocument[]): void {
  database.exec(
    "create virtual table notes using fts5(route unindexed, title, tags, summary, " +
      "tokenize = 'porter unicode61', prefix = '2 3 4'); begin",
  );
  const insert = database.prepare("insert into notes values (?, ?, ?, ?)");
  for (const note of documents) {
    insert.run(note.route, note.title, note.tags.join(" "), note.summary);
  }
  database.exec("commit");
}

function searchFts5(database: DatabaseSync): (query: string) => string[] {
  const select = database.prepare(
    "select route from notes where notes match ? order by bm25(notes, 0, 3.5, 1.2, 1) limit 50",
  );
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    const text = words
      .map((word, i) => `"${word}"${i + 1 === words.length ? "*" : ""}`)
      .join(" OR ");
    return text === "" ? [] : select.all(text).map(({ route }) => String(route));
  };
}

const MINISEARCH = {
  idField: "route",
  fields: ["title", "tags", "summary"],
  storeFields: ["route", "title", "summary"],
  searchOptions: { boost: { title: 3, tags: 1.5 }, prefix: true, fuzzy: 0.2 },
};

/** With prefixes and spelling on, as its documentation advises; with Porter's stems. */
const miniSearches = ["minisearch-tuned", "minisearch-stem"].map((name): Engine => {
  const options = async () => {
    const { stemmer } = await rival<{ stemmer(word: string): string }>("stemmer");
    const lower = (term: string): string => term.toLowerCase();
    return {
      ...MINISEARCH,
      processTerm: name.endsWith("stem") ? (term: string) => stemmer(lower(term)) : lower,
    };
  };
  return {
    name,
    async build(documents) {
      const { default: MiniSearch } = await rival<MiniSearchModule>("minisearch");
      const index = new MiniSearch(await options());
      index.addAll(documents.map(flat));
      return JSON.stringify(index);
    },
    async load(shipped) {
      const { default: MiniSearch } = await rival<MiniSearchModule>("minisearch");
      const index = MiniSearch.loadJSON(new TextDecoder().decode(shipped), await options());
      return { find: (query) => index.search(query).map(({ route }) => route) };
    },
  };
});

interface MiniSearchModule {
  default: {
    new (options: object): MiniSearchEngine;
    loadJSON(json: string, options: object): MiniSearchEngine;
  };
}
interface MiniSearchEngine {
  addAll(documents: readonly object[]): void;
  search(query: string): { route: string }[];
}

/** wink-bm25-text-search with its stop words and stems. */
const wink: Engine = {
  name: "wink-bm25",
  async build(documents) {
    const index = await newWink();
    index.defineConfig({
      fldWeights: { title: 3, tags: 2, summary: 1 },
      bm25Params: { k1: 1.2, b: 0.75, k: 1 },
    });
    await prepareWink(index);
    for (const { route, title, tags, summary } of documents) {
      index.addDoc({ title, tags: tags.join(" "), summary }, route);
    }
    index.consolidate();
    return JSON.stringify({ index: index.exportJSON(), stored: documents.map(shown) });
  },
  async load(shipped) {
    const index = await newWink();
    index.importJSON(JSON.parse(new TextDecoder().decode(shipped)).index);
    await prepareWink(index);
    return { find: (query) => index.search(query, 50).map(([route]) => route) };
  },
};

async function newWink(): Promise<Wink> {
  return (await rival<{ default: () => Wink }>("wink-bm25-text-search")).default();
}

async function prepareWink(index: Wink): Promise<void> {
  const { string, tokens } = (await rival<WinkTools>("wink-nlp-utils")).default;
  const texts = [string.lowerCase, string.removeExtraSpaces, string.tokenize0];
  index.definePrepTasks([...texts, tokens.removeWords, tokens.stem, tokens.propagateNegations]);
}

interface Wink {
  defineConfig(config: object): void;
  definePrepTasks(tasks: readonly unknown[]): void;
  addDoc(document: object, id: string): void;
  consolidate(): void;
  search(query: string, limit: number): [id: string, score: number][];
  exportJSON(): string;
  importJSON(json: string): void;
}
interface WinkTools {
  default: { string: Record<string, unknown>; tokens: Record<string, unknown> };
}

/** With its stems and boosts. What a query's signs would mean to it is taken out. */
const lunr: Engine = {
  name: "lunr",
  async build(documents) {
    const { default: create } = await rival<LunrModule>("lunr");
    const index = create(function () {
      this.ref("route");
      this.field("title", { boost: 3 });
      this.field("tags", { boost: 1.5 });
      this.field("summary");
      for (const document of documents) this.add(flat(document));
    });
    return JSON.stringify({ index, stored: documents.map(shown) });
  },
  async load(shipped) {
    const { default: create } = await rival<LunrModule>("lunr");
    const index = create.Index.load(JSON.parse(new TextDecoder().decode(shipped)).index);
    return {
      find: (query) => index.search(query.replace(/[-+:~^*]/g, " ")).map(({ ref }) => ref),
    };
  },
};

interface LunrModule {
  default: {
    (configure: (this: LunrBuilder) => void): object;
    Index: { load(json: object): { search(query: string): { ref: string }[] } };
  };
}
interface LunrBuilder {
  ref(name: string): void;
  field(name: string, options?: object): void;
  add(document: object): void;
}

/** FlexSearch as it comes, and with beginnings of words and any of the words. */
const flexSearches = ["flexsearch", "flexsearch-tuned"].map((name): Engine => {
  const isTuned = name.endsWith("tuned");
  const create = async (): Promise<FlexDocument> => {
    const { default: FlexSearch } = await rival<FlexModule>("flexsearch");
    return new FlexSearch.Document({
      document: { id: "route", index: ["title", "tags", "summary"] },
      tokenize: isTuned ? "forward" : "strict",
      encoder: "LatinBalance",
    });
  };
  return {
    name,
    async build(documents) {
      const index = await create();
      for (const document of documents) index.add(flat(document));
      const parts: Record<string, string> = {};
      await index.export((key, data) => {
        parts[key] = data;
      });
      return JSON.stringify({ parts, stored: documents.map(shown) });
    },
    async load(shipped) {
      const index = await create();
      const { parts } = JSON.parse(new TextDecoder().decode(shipped));
      for (const [key, data] of Object.entries<string>(parts)) index.import(key, data);
      // Results come by field: the title's first, then the tags', then the summary's.
      const fields = (query: string) => index.search(query, { limit: 50, suggest: isTuned });
      return { find: (query) => [...new Set(fields(query).flatMap(({ result }) => result))] };
    },
  };
});

interface FlexModule {
  default: { Document: new (options: object) => FlexDocument };
}
interface FlexDocument {
  add(document: object): void;
  search(query: string, options: object): { result: string[] }[];
  export(handler: (key: string, data: string) => void): Promise<void> | void;
  import(key: string, data: string): void;
}

/** With Porter's stems. */
const ndx = builtAtLoad("ndx", async (documents) => {
  const { createIndex, indexAdd } = await rival<NdxModule>("ndx");
  const { indexQuery } = await rival<NdxQueryModule>("ndx/query");
  const { stemmer } = await rival<{ stemmer(word: string): string }>("stemmer");
  const fields = [
    ({ title }: SearchDocument) => title,
    ({ tags }: SearchDocument) => tags.join(" "),
    ({ summary }: SearchDocument) => summary,
  ];
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const index = createIndex(fields.length, words, (word) => stemmer(word.toLowerCase()));
  documents.forEach((document, i) => {
    indexAdd(index, fields, i, document);
  });
  return (query) =>
    indexQuery(index, [3, 1.5, 1], 1.2, 0.75, query)
      .slice(0, 50)
      .map(({ key }) => documents[key]!.route);
});

interface NdxModule {
  createIndex(
    fields: number,
    tokenize: (text: string) => string[],
    term: (word: string) => string,
  ): object;
  indexAdd(index: object, fields: readonly object[], id: number, document: object): void;
}
interface NdxQueryModule {
  indexQuery(
    index: object,
    boosts: readonly number[],
    k1: number,
    b: number,
    query: string,
  ): { key: number; score: number }[];
}

export const ENGINES: readonly Engine[] = [
  ours,
  fts5,
  fts5File,
  wink,
  ...miniSearches,
  lunr,
  ...flexSearches,
  ndx,
];

/** An engine that has no file of its own: it ships the documents and builds when it loads. */
function builtAtLoad(
  name: string,
  create: (documents: readonly SearchDocument[]) => Promise<(query: string) => string[]>,
): Engine {
  return {
    name,
    async build(documents) {
      return JSON.stringify(documents);
    },
    async load(shipped) {
      return { find: await create(JSON.parse(new TextDecoder().decode(shipped))) };
    },
  };
}

/** What a result shows, which an index that does not hold it ships beside itself. */
function shown({ route, title, summary }: SearchDocument): string[] {
  return [route, title, summary];
}

function flat(document: SearchDocument): object {
  return { ...document, tags: document.tags.join(" ") };
}

/**
 * A rival's module. Rivals are installed for the benchmark alone, so their types are not there when
 * the project is checked: `T` says what is used of them.
 */
async function rival<T>(name: string): Promise<T> {
  const module: T = await import(name);
  return module;
}
