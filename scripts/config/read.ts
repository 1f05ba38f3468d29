import { existsSync } from "node:fs";
import { join } from "node:path";
import { OPTIONAL_FIELDS } from "../../worker/contract/note.ts";
import { CONFIG_FILE } from "../content/paths.ts";
import { readSource } from "../content/read.ts";
import type { Config, FieldRule } from "../note.ts";
import { routeFields } from "../notes/routes.ts";
import { ContentError } from "../report/errors.ts";
import type { Finding } from "../report/problems.ts";
import type { RuleName, Severity } from "../report/rules.ts";
import type { ConfigFile, PublishedFields } from "./check.ts";

/**
 * Reads `collections.yaml` of a content folder and checks it.
 * A folder without one gets the defaults; one that is wrong gives the defaults and says what is wrong.
 * @returns `text` is what the findings point into
 * @throws ContentError where there is no such folder, or the file cannot be read
 */
export async function readConfig(contentDir: string): Promise<{
  config: Config;
  findings: Finding[];
  text: string | undefined;
}> {
  if (!existsSync(contentDir)) throw new ContentError(`There is no folder ${contentDir}.`);
  const path = join(contentDir, CONFIG_FILE);
  if (!existsSync(path)) return { config: toConfig({}), findings: [], text: undefined };
  const source = readSource(contentDir, CONFIG_FILE);
  if ("rule" in source) throw new ContentError(`${path}: ${source.message}`);
  const { text } = source;
  // Loaded here: the reader of schemas takes 70 ms to load, and most vaults have no such file.
  const { checkConfig } = await import("./check.ts");
  const { data, findings } = checkConfig(text);
  return { config: toConfig(data), findings, text };
}

function toConfig(data: ConfigFile): Config {
  const collections = data.collections && Object.entries(data.collections);
  const isStrict = data.strict ?? collections !== undefined;
  const optional = Object.fromEntries(OPTIONAL_FIELDS.map((name) => [name, {}]));
  return {
    mode: isStrict ? "strict" : "lenient",
    collections: collections?.map(([name, { folder, route, ...own }]) => ({
      name,
      folder: folder === "." ? "" : folder.normalize("NFC"),
      route,
      ...toPublished(own, data, routeFields(route)),
    })),
    shared: toPublished({ list: [...OPTIONAL_FIELDS], ...data }, { fields: optional }, []),
    tags: data.tags && new Set(data.tags),
    inlineTags: data.inlineTags ?? false,
    markdownLinks: data.markdownLinks ?? "keep",
    planned: new Set(data.planned),
    ignore: data.ignore ?? [],
    rules: new Map(Object.entries(data.rules ?? {}) as [RuleName, Severity][]),
  };
}

/** @param folders fields that the route takes from the names of folders */
function toPublished(own: PublishedFields, shared: PublishedFields, folders: string[]) {
  const declared = { ...shared.fields, ...own.fields };
  const list = own.list ?? shared.list ?? [];
  const full = own.full ?? shared.full ?? [...new Set([...Object.keys(declared), ...list])];
  const names = new Set([...Object.keys(declared), ...list, ...full, ...folders]);
  // A field that is shown, or in a route, is one of text unless it is declared otherwise.
  const rules = [...names].map((name): [string, FieldRule] => {
    const rule = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return [name, { type: "text", items: "text", required: false, ...rule }];
  });
  return { fields: Object.fromEntries(rules), list, full };
}
