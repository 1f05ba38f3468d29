import type { Engine } from "../engine.ts";
import { importRival } from "../import-rival.ts";

interface Bm25 {
  defineConfig(config: object): void;
  definePrepTasks(tasks: readonly unknown[]): void;
  addDoc(document: object, id: string): void;
  consolidate(): void;
  search(query: string, limit: number): [id: string, score: number][];
  exportJSON(): string;
  importJSON(json: string): void;
}
interface Tools {
  default: { string: Record<string, unknown>; tokens: Record<string, unknown> };
}

/** wink-bm25-text-search with stop words and stems; it ships what a result shows beside its index. */
export const wink: Engine = {
  name: "wink-bm25",
  async build(documents) {
    const index = await create();
    index.defineConfig({
      fldWeights: { title: 3, tags: 2, summary: 1 },
      bm25Params: { k1: 1.2, b: 0.75, k: 1 },
    });
    await prepare(index);
    for (const { route, title, tags, summary } of documents) {
      index.addDoc({ title, tags: tags.join(" "), summary }, route);
    }
    index.consolidate();
    const stored = documents.map(({ route, title, summary }) => [route, title, summary]);
    return JSON.stringify({ index: index.exportJSON(), stored });
  },
  async load(shipped) {
    const index = await create();
    index.importJSON(JSON.parse(new TextDecoder().decode(shipped)).index);
    await prepare(index);
    return (query) => index.search(query, 50).map(([route]) => route);
  },
};

async function create(): Promise<Bm25> {
  const { default: bm25 } = await importRival<{ default: () => Bm25 }>("wink-bm25-text-search");
  return bm25();
}

async function prepare(index: Bm25): Promise<void> {
  const { default: nlp } = await importRival<Tools>("wink-nlp-utils");
  index.definePrepTasks([
    nlp.string.lowerCase,
    nlp.string.removeExtraSpaces,
    nlp.string.tokenize0,
    nlp.tokens.removeWords,
    nlp.tokens.stem,
    nlp.tokens.propagateNegations,
  ]);
}
