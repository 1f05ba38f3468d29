import { existsSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { OPTIONAL_FIELDS, UPDATED_FIELD } from "../../worker/contract/note.ts";
import { CONFIG_FILE } from "../content/paths.ts";
import { readSource } from "../content/read-file.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import { ContentError } from "../diagnostics/errors.ts";
import type { RuleName, Severity } from "../diagnostics/rules.ts";
import { routeFields } from "../routes/routes.ts";
import type { Config, FieldRule, LogseqGraph, PublishedFields } from "./config.ts";
import type { ConfigFile } from "./schema.ts";

const OBSIDIAN_TEMPLATES = ".obsidian/templates.json";
const LOGSEQ_CONFIG = "logseq/config.edn";
const JOURNAL_TITLE = /^[^;\n]*:journal\/page-title-format\s+"([^"]+)"/m;

/** What the command line adds to the configuration, or sets in its place. */
export type Overrides = Pick<Config, "ignore" | "rules" | "attachments" | "language" | "pageTitle">;

/**
 * Reads and checks the `collections.yaml` of a content folder.
 * Returns the defaults if there is no such file; the defaults and diagnostics if it is not valid.
 * @returns `text` is the file's text, undefined if there is no file
 * @throws ContentError if the folder does not exist or the file cannot be read
 */
export async function readConfig(
  contentDir: string,
  overrides: Overrides = { ignore: [], rules: new Map() },
): Promise<{ config: Config; diagnostics: Diagnostic[]; text: string | undefined }> {
  if (!existsSync(contentDir)) throw new ContentError(`There is no folder "${contentDir}".`);
  const path = join(contentDir, CONFIG_FILE);
  const stats = statsOf(path);
  if (stats?.isFile() === false)
    throw new ContentError(`${path} cannot be read: it is not a file.`);
  const source = stats && readSource(contentDir, CONFIG_FILE);
  if (source && "rule" in source) throw new ContentError(`${path}: ${source.message}`);
  const { data, diagnostics } = await check(source?.text);
  const logseq = readLogseqGraph(contentDir, data.logseq);
  const templates = readTemplatesFolder(contentDir);
  return {
    config: { ...toConfig(data, logseq, overrides), templates },
    diagnostics,
    text: source?.text,
  };
}

/** The folder that an Obsidian vault has its templates in. */
function readTemplatesFolder(contentDir: string): string | undefined {
  if (!existsSync(join(contentDir, OBSIDIAN_TEMPLATES))) return undefined;
  const source = readSource(contentDir, OBSIDIAN_TEMPLATES);
  const [, folder = ""] = ("text" in source && /"folder":\s*"([^"\\]+)"/.exec(source.text)) || [];
  return folder.replace(/^\/+|\/+$/g, "") || undefined;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Without the right to enter the folder, for example.
    throw new ContentError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

async function check(text?: string): Promise<{ data: ConfigFile; diagnostics: Diagnostic[] }> {
  if (text === undefined) return { data: {}, diagnostics: [] };
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
  { ignore, rules, attachments = data.attachments, language = data.language, pageTitle }: Overrides,
): Config {
  const isStrict = strict ?? collections !== undefined;
  const optional = Object.fromEntries(OPTIONAL_FIELDS.map((name) => [name, {}]));
  const entries = collections && Object.entries(collections);
  const isDated = data.updated ?? true;
  return {
    ...data,
    pageTitle,
    api: data.api ?? {},
    attachments,
    language,
    mode: isStrict ? "strict" : "lenient",
    collections: entries?.map(([name, { folder, route, ...own }]) => ({
      name,
      folder: folder === "." ? "" : folder.normalize("NFC"),
      route,
      ...toPublished(own, data, routeFields(route), isDated),
    })),
    shared: toPublished({ list: [...OPTIONAL_FIELDS], ...data }, { fields: optional }, [], isDated),
    tags: data.tags && new Set(data.tags),
    logseq,
    ignore: [...(data.ignore ?? []), ...ignore],
    rules: new Map([...(Object.entries(data.rules ?? {}) as [RuleName, Severity][]), ...rules]),
  };
}

/**
 * @param folders the fields that name folders in the route
 * @param isDated whether notes have `updated` without a declaration
 */
function toPublished(
  own: PublishedFields,
  shared: PublishedFields,
  folders: string[],
  isDated: boolean,
) {
  const fields = { ...shared.fields, ...own.fields };
  const list = own.list ?? shared.list ?? [];
  const full = own.full ?? shared.full ?? [...new Set([...Object.keys(fields), ...list])];
  const names = new Set([...Object.keys(fields), ...list, ...full, ...folders]);
  // A field that is published or in a route is text unless it is declared otherwise.
  const rules = [...names].map((name): [string, FieldRule] => {
    const rule = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, { type: "text", items: "text", required: false, ...rule }];
  });
  const added = isDated && !names.has(UPDATED_FIELD) ? [UPDATED_FIELD] : [];
  return {
    fields: Object.fromEntries(rules),
    list: [...list, ...added],
    full: [...full, ...added],
  };
}
