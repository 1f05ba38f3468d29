import type { Engine } from "../engine.ts";
import { importRival } from "../import-rival.ts";

interface FlexDocument {
  add(document: object): void;
  search(query: string, options: object): { result: string[] }[];
  export(handler: (key: string, data: string) => void): Promise<void> | void;
  import(key: string, data: string): void;
}
interface Module {
  default: { Document: new (options: object) => FlexDocument };
}

/** FlexSearch as it comes, and with beginnings of words and any of the words. */
export const flexsearch: Engine = flexSearchWith("flexsearch", "strict", false);
export const flexsearchTuned: Engine = flexSearchWith("flexsearch-tuned", "forward", true);

function flexSearchWith(name: string, tokenize: string, suggest: boolean): Engine {
  const options = {
    document: { id: "route", index: ["title", "tags", "summary"] },
    tokenize,
    encoder: "LatinBalance",
  };
  return {
    name,
    async build(documents) {
      const { default: FlexSearch } = await importRival<Module>("flexsearch");
      const index = new FlexSearch.Document(options);
      for (const document of documents) index.add({ ...document, tags: document.tags.join(" ") });
      const parts: Record<string, string> = {};
      await index.export((key, data) => {
        parts[key] = data;
      });
      const stored = documents.map(({ route, title, summary }) => [route, title, summary]);
      return JSON.stringify({ parts, stored });
    },
    async load(shipped) {
      const { default: FlexSearch } = await importRival<Module>("flexsearch");
      const index = new FlexSearch.Document(options);
      const { parts }: { parts: Record<string, string> } = JSON.parse(
        new TextDecoder().decode(shipped),
      );
      for (const [key, data] of Object.entries(parts)) index.import(key, data);
      // Results come by field: the title's first, then the tags', then the summary's.
      return (query) => [
        ...new Set(index.search(query, { limit: 50, suggest }).flatMap((field) => field.result)),
      ];
    },
  };
}
