import type { SearchDocument } from "../../../../worker/contract/search/search-document.ts";
import type { Engine } from "../engine.ts";
import { importRival } from "../import-rival.ts";

type Search = (query: string) => string[];

/** Engines that have no file of their own: they ship the documents and build when they load. */
export const builtAtLoad: readonly Engine[] = [
  engine("ndx", async (documents) => {
    const { createIndex, indexAdd } = await importRival<{
      createIndex(fields: number, tokenize: (text: string) => string[], term: Term): object;
      indexAdd(index: object, fields: readonly object[], id: number, document: object): void;
    }>("ndx");
    const { indexQuery } = await importRival<{
      indexQuery(
        index: object,
        boosts: readonly number[],
        k1: number,
        b: number,
        query: string,
      ): { key: number; score: number }[];
    }>("ndx/query");
    const { stemmer } = await importRival<{ stemmer: Term }>("stemmer");
    const fields = [
      (document: SearchDocument) => document.title,
      (document: SearchDocument) => document.tags.join(" "),
      (document: SearchDocument) => document.summary,
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
  }),
  engine("js-search", async (documents) => {
    const { Search } = await importRival<{
      Search: new (
        id: string,
      ) => {
        addIndex(field: string): void;
        addDocuments(documents: readonly SearchDocument[]): void;
        search(query: string): SearchDocument[];
      };
    }>("js-search");
    const index = new Search("route");
    for (const field of ["title", "tags", "summary"]) index.addIndex(field);
    index.addDocuments(documents);
    return (query) => index.search(query).map((document) => document.route);
  }),
  engine("ufuzzy", async (documents) => {
    const { default: UFuzzy } = await importRival<{
      default: new (
        options: object,
      ) => { search(texts: readonly string[], query: string, outOfOrder: number): UFuzzyResult };
    }>("@leeoniya/ufuzzy");
    const index = new UFuzzy({ intraMode: 1 });
    const texts = documents.map(textOf);
    return (query) => {
      const [found, info, order] = index.search(texts, query, 1);
      const ids = order && info ? order.map((i) => info.idx[i]!) : (found ?? []);
      return ids.slice(0, 50).map((id) => documents[id]!.route);
    };
  }),
  engine("fuzzysort", async (documents) => {
    const { default: fuzzysort } = await importRival<{
      default: {
        go(
          query: string,
          documents: readonly object[],
          options: object,
        ): readonly { obj: { route: string } }[];
      };
    }>("fuzzysort");
    const flat = documents.map((document) => ({ ...document, tags: document.tags.join(" ") }));
    return (query) =>
      fuzzysort
        .go(query, flat, { keys: ["title", "tags", "summary"], limit: 50 })
        .map((result) => result.obj.route);
  }),
  {
    ...engine("fuse-token", async (documents) => {
      const { default: Fuse } = await importRival<{
        default: new (
          documents: readonly SearchDocument[],
          options: object,
        ) => { search(query: string, options: object): { item: SearchDocument }[] };
      }>("fuse.js");
      const index = new Fuse(documents, {
        keys: [
          { name: "title", weight: 3 },
          { name: "tags", weight: 1.5 },
          { name: "summary", weight: 1 },
        ],
        ignoreLocation: true,
        useTokenSearch: true,
      });
      return (query) => index.search(query, { limit: 50 }).map((result) => result.item.route);
    }),
    mostDocuments: 500,
  },
];

type Term = (word: string) => string;

type UFuzzyResult = [
  found: number[] | null,
  info: { idx: number[] } | null,
  order: number[] | null,
];

function engine(
  name: string,
  create: (documents: readonly SearchDocument[]) => Promise<Search>,
): Engine {
  return {
    name,
    async build(documents) {
      return JSON.stringify(documents);
    },
    async load(shipped) {
      return create(JSON.parse(new TextDecoder().decode(shipped)));
    },
  };
}

function textOf(document: SearchDocument): string {
  return `${document.title} ${document.tags.join(" ")} ${document.summary}`;
}
