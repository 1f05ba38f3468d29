import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { OPTIONAL_FIELDS } from "../../worker/contract/note.ts";
import { CONFIG_FILE } from "../content/paths.ts";
import { readSource } from "../content/read.ts";
import { ContentError } from "../problems/errors.ts";
import type { Finding } from "../problems/problems.ts";
import type { RuleName, Severity } from "../problems/rules.ts";
import { routeFields } from "../routes/routes.ts";
import type { ConfigFile, PublishedFields } from "./check.ts";
import type { Config, FieldRule } from "./config.ts";
import { type LogseqGraph, readLogseqGraph } from "./logseq.ts";

/**
 * Reads and checks the `collections.yaml` of a content folder.
 * Returns the defaults if there is no such file; the defaults and findings if it is not valid.
 * @returns `text` is the file's text, undefined if there is no file
 * @throws ContentError if the folder does not exist or the file cannot be read
 */
export async function readConfig(contentDir: string): Promise<{
  config: Config;
  findings: Finding[];
  text: string | undefined;
}> {
  if (!existsSync(contentDir)) throw new ContentError(`There is no folder ${contentDir}.`);
  const path = join(contentDir, CONFIG_FILE);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return { config: toConfig({}, readLogseqGraph(contentDir)), findings: [], text: undefined };
  }
  if (!stats.isFile()) throw new ContentError(`${path} cannot be read: it is not a file.`);
  const source = readSource(contentDir, CONFIG_FILE);
  if ("rule" in source) throw new ContentError(`${path}: ${source.message}`);
  const { text } = source;
  // Imported here because the schema validator takes 70 ms to load and most vaults have no such file.
  const { checkConfig } = await import("./check.ts");
  const { data, findings } = checkConfig(text);
  const config = toConfig(data, readLogseqGraph(contentDir, data.logseq));
  return { config, findings, text };
}

function toConfig(data: ConfigFile, logseq: LogseqGraph | undefined): Config {
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
    extensions: data.extensions,
    attachments: data.attachments,
    api: data.api ?? {},
    planned: new Set(data.planned),
    logseq,
    // Logseq keeps old versions of pages in its own folder.
    ignore: [...(data.ignore ?? []), ...(logseq ? ["logseq/**"] : [])],
    rules: new Map(Object.entries(data.rules ?? {}) as [RuleName, Severity][]),
  };
}

/** @param folders the fields that name folders in the route */
function toPublished(own: PublishedFields, shared: PublishedFields, folders: string[]) {
  const declared = { ...shared.fields, ...own.fields };
  const list = own.list ?? shared.list ?? [];
  const full = own.full ?? shared.full ?? [...new Set([...Object.keys(declared), ...list])];
  const names = new Set([...Object.keys(declared), ...list, ...full, ...folders]);
  // A field that is published or in a route is text unless it is declared otherwise.
  const rules = [...names].map((name): [string, FieldRule] => {
    const rule = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return [name, { type: "text", items: "text", required: false, ...rule }];
  });
  return { fields: Object.fromEntries(rules), list, full };
}
