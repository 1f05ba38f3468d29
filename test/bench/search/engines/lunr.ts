import type { Engine } from "../engine.ts";
import { importRival } from "../import-rival.ts";

interface Builder {
  ref(name: string): void;
  field(name: string, options?: object): void;
  add(document: object): void;
}
interface Index {
  search(query: string): { ref: string }[];
}
interface Module {
  default: {
    (configure: (this: Builder) => void): Index;
    Index: { load(json: object): Index };
    tokenizer(text: string): { toString(): string }[];
  };
}

/** Lunr with its stemmer and boosts. What a query's signs would mean to it is taken out. */
export const lunr: Engine = {
  name: "lunr",
  async build(documents) {
    const { default: create } = await importRival<Module>("lunr");
    const index = create(function () {
      this.ref("route");
      this.field("title", { boost: 3 });
      this.field("tags", { boost: 1.5 });
      this.field("summary");
      for (const document of documents) this.add({ ...document, tags: document.tags.join(" ") });
    });
    const stored = documents.map(({ route, title, summary }) => [route, title, summary]);
    return JSON.stringify({ index, stored });
  },
  async load(shipped) {
    const { default: create } = await importRival<Module>("lunr");
    const index = create.Index.load(JSON.parse(new TextDecoder().decode(shipped)).index);
    return (query) => index.search(query.replace(/[-+:~^*]/g, " ")).map((result) => result.ref);
  },
};
