import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { OPTIONAL_FIELDS } from "../../worker/contract/note.ts";
import { CONFIG_FILE } from "../content/paths.ts";
import { readSource } from "../content/read.ts";
import { ContentError } from "../problems/errors.ts";
import type { Finding } from "../problems/problems.ts";
import type { RuleName, Severity } from "../problems/rules.ts";
import { routeFields } from "../routes/routes.ts";
import type { Config, ConfigFile, FieldRule, LogseqGraph, PublishedFields } from "./config.ts";

const LOGSEQ_CONFIG = "logseq/config.edn";
const JOURNAL_TITLE = /^[^;\n]*:journal\/page-title-format\s+"([^"]+)"/m;

/** What the command line adds to the configuration, or sets in its place. */
type Overrides = Pick<Config, "ignore" | "rules" | "attachments">;

/**
 * Reads and checks the `collections.yaml` of a content folder.
 * Returns the defaults if there is no such file; the defaults and findings if it is not valid.
 * @returns `text` is the file's text, undefined if there is no file
 * @throws ContentError if the folder does not exist or the file cannot be read
 */
export async function readConfig(
  contentDir: string,
  overrides: Overrides = { ignore: [], rules: new Map() },
): Promise<{ config: Config; findings: Finding[]; text: string | undefined }> {
  if (!existsSync(contentDir)) throw new ContentError(`There is no folder "${contentDir}".`);
  const path = join(contentDir, CONFIG_FILE);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === false)
    throw new ContentError(`${path} cannot be read: it is not a file.`);
  const source = stats && readSource(contentDir, CONFIG_FILE);
  if (source && "rule" in source) throw new ContentError(`${path}: ${source.message}`);
  const { data, findings } = await check(source?.text);
  const logseq = readLogseqGraph(contentDir, data.logseq);
  return { config: toConfig(data, logseq, overrides), findings, text: source?.text };
}

async function check(text?: string): Promise<{ data: ConfigFile; findings: Finding[] }> {
  if (text === undefined) return { data: {}, findings: [] };
  // Imported here because the schema validator takes long to load and most vaults have no such file.
  const { checkConfig } = await import("./check.ts");
  return checkConfig(text);
}

/**
 * Reads the settings of a Logseq graph.
 * @param isGraph default: whether there is a folder `logseq` beside `pages`
 * @returns undefined if the folder is not a graph
 */
function readLogseqGraph(contentDir: string, isGraph?: boolean): LogseqGraph | undefined {
  const has = (name: string) => existsSync(join(contentDir, name));
  if (!(isGraph ?? (has("logseq") && has("pages")))) return undefined;
  const source = readSource(contentDir, LOGSEQ_CONFIG);
  const [, journalTitle = "MMM do, yyyy"] =
    ("text" in source && JOURNAL_TITLE.exec(source.text)) || [];
  return { journalTitle };
}

function toConfig(
  { strict, collections, ...data }: ConfigFile,
  logseq: LogseqGraph | undefined,
  { ignore, rules, attachments = data.attachments }: Overrides,
): Config {
  const isStrict = strict ?? collections !== undefined;
  const optional = Object.fromEntries(OPTIONAL_FIELDS.map((name) => [name, {}]));
  const declared = collections && Object.entries(collections);
  return {
    ...data,
    attachments,
    mode: isStrict ? "strict" : "lenient",
    collections: declared?.map(([name, { folder, route, ...own }]) => ({
      name,
      folder: folder === "." ? "" : folder.normalize("NFC"),
      route,
      ...toPublished(own, data, routeFields(route)),
    })),
    shared: toPublished({ list: [...OPTIONAL_FIELDS], ...data }, { fields: optional }, []),
    tags: data.tags && new Set(data.tags),
    logseq,
    // Logseq keeps old versions of pages in its own folder.
    ignore: [...(data.ignore ?? []), ...ignore, ...(logseq ? ["logseq/**"] : [])],
    rules: new Map([...(Object.entries(data.rules ?? {}) as [RuleName, Severity][]), ...rules]),
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
