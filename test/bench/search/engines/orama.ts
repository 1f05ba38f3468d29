import type { Engine } from "../engine.ts";
import { importRival } from "../import-rival.ts";

interface Module {
  create(options: object): object;
  insertMultiple(db: object, documents: readonly object[], size: number): Promise<unknown>;
  search(db: object, query: object): Promise<{ hits: { document: { route: string } }[] }>;
  save(db: object): object;
  load(db: object, saved: object): void;
}

/** Orama with its stemmer and boosts. */
export const orama: Engine = {
  name: "orama-stem",
  async build(documents) {
    const module = await importRival<Module>("@orama/orama");
    const db = module.create(OPTIONS);
    await module.insertMultiple(
      db,
      documents.map(({ route, title, summary, tags }) => ({
        route,
        title,
        summary,
        tags: tags.join(" "),
      })),
      1000,
    );
    return JSON.stringify(module.save(db));
  },
  async load(shipped) {
    const module = await importRival<Module>("@orama/orama");
    const db = module.create(OPTIONS);
    module.load(db, JSON.parse(new TextDecoder().decode(shipped)));
    return async (term) => {
      const { hits } = await module.search(db, {
        term,
        properties: ["title", "tags", "summary"],
        boost: { title: 3, tags: 1.5 },
        limit: 50,
        threshold: 1,
      });
      return hits.map((hit) => hit.document.route);
    };
  },
};

const OPTIONS = {
  schema: { route: "string", title: "string", tags: "string", summary: "string" },
  components: { tokenizer: { stemming: true, language: "english" } },
};
