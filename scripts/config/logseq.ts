import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSource } from "../content/read.ts";

/** What must be known of a Logseq graph to read its pages. */
export interface LogseqGraph {
  /** The form of the titles of journal pages, such as `MMM do, yyyy`. */
  journalTitle: string;
}

const CONFIG = "logseq/config.edn";
const JOURNAL_TITLE = /^[^;\n]*:journal\/page-title-format\s+"([^"]+)"/m;

/**
 * Reads the settings of a Logseq graph.
 * @param isGraph default: whether there is a folder `logseq` beside `pages`
 * @returns undefined if the folder is not a graph
 */
export function readLogseqGraph(contentDir: string, isGraph?: boolean): LogseqGraph | undefined {
  const hasFolder = (name: string) => existsSync(join(contentDir, name));
  if (!(isGraph ?? (hasFolder("logseq") && hasFolder("pages")))) return undefined;
  const source = hasFolder(CONFIG) && readSource(contentDir, CONFIG);
  const [, journalTitle = "MMM do, yyyy"] =
    (source && "text" in source && JOURNAL_TITLE.exec(source.text)) || [];
  return { journalTitle };
}
