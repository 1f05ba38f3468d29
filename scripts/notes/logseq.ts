import type { LogseqGraph } from "../config/config.ts";
import { folderOf, lastPart, withoutMarkdownExtension } from "../content/paths.ts";
import { percentDecode } from "../markdown/escape.ts";

/** The lines of `key:: value` with which a page begins. */
const FIRST_BLOCK = /^(?:\s*(?:- )?[^\s:]+::(?:[ \t].*)?(?:\r?\n|$))+/;
const PROPERTY = /([^\s:]+)::[ \t]*(.*)/g;
const ITEM = /\s*(?:#?\[\[(.*?)\]\]|"([^"]*)"|([^,]+))/g;
const JOURNAL = /^(\d{4})[-_](\d\d)[-_](\d\d)$/;

/**
 * Reads the fields of a page in a Logseq graph from its file's name and its first block.
 * @returns `aliases` are the names by which links find it: that of its file, and those in `alias::`
 */
export function readLogseqPage(file: string, body: string, { journalTitle }: LogseqGraph) {
  const properties = readProperties(body);
  const name = pageName(file, journalTitle);
  const aliases = [...itemsOf(properties.get("alias")), ...itemsOf(properties.get("aliases"))];
  return {
    title: properties.get("title") || name,
    aliases: [...new Set([name, ...aliases])],
    tags: itemsOf(properties.get("tags")),
  };
}

function readProperties(body: string): Map<string, string> {
  const [block = ""] = FIRST_BLOCK.exec(body) ?? [];
  return new Map(
    Array.from(block.matchAll(PROPERTY), ([, key, value]) => [key!.toLowerCase(), value!.trim()]),
  );
}

/** The name that links use: `Person___Lyz.md` is `Person/Lyz`, `a%3Ab.md` is `a:b`, a journal is its date. */
function pageName(file: string, journalTitle: string): string {
  const stem = withoutMarkdownExtension(lastPart(file)).normalize("NFC").trim();
  const [, year, month, day] = JOURNAL.exec(stem) ?? [];
  if (day !== undefined && lastPart(folderOf(file)) === "journals") {
    return dateInWords(
      new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))),
      journalTitle,
    );
  }
  return percentDecode(stem.replaceAll("___", "/"));
}

function itemsOf(list = ""): string[] {
  const items = Array.from(list.matchAll(ITEM), (match) => match[1] ?? match[2] ?? match[3]!);
  return items.map((item) => item.trim().replace(/^#/, "")).filter((item) => item !== "");
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
/** The parts of the patterns for dates that Logseq offers. */
const DATE_PARTS: Record<string, Intl.DateTimeFormat> = {
  yyyy: format({ year: "numeric" }),
  MMMM: format({ month: "long" }),
  MMM: format({ month: "short" }),
  MM: format({ month: "2-digit" }),
  dd: format({ day: "2-digit" }),
  EEEE: format({ weekday: "long" }),
  EEE: format({ weekday: "short" }),
  E: format({ weekday: "short" }),
};
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" };
const ORDINAL = new Intl.PluralRules("en", { type: "ordinal" });

/** A date in words: the pattern `MMM do, yyyy` gives `Jan 2nd, 2026`. */
function dateInWords(date: Date, pattern: string): string {
  const day = date.getUTCDate();
  return pattern.replace(/yyyy|M{2,4}|do|dd|EEEE|EEE|E/g, (part) =>
    part === "do" ? day + ENDINGS[ORDINAL.select(day)] : DATE_PARTS[part]!.format(date),
  );
}
