import { showLabels } from "../markdown/labels.ts";
import type { Field } from "./field.ts";

/**
 * The keys that tools use for the date of the last change, in the order in which they count, and for a date that is
 * usually that of writing; as from `looseKey`, so that `last_modified_at` and `Last Modified At` are one.
 */
export const DATE_KEYS = {
  updated: [
    ...["updated", "modified", "lastmod", "lastupdated", "lastmodified", "lastmodifiedat"],
    ...["updatedat", "modifiedat", "datemodified", "dateupdated", "lastupdate", "mtime"],
  ],
  date: ["date"],
} as const;

const YEAR_MONTH_DAY = /^(\d{4})([-/._])(\d\d?)\2(\d\d?)(?!\d)/;
/** A number and nothing else, except for a fraction of a second. */
const NUMBER = /^(\d+)(?:\.\d+)?$/;

/** The form in which own keys are compared: in lower case, without spaces, dashes and underscores. */
export function looseKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, "");
}

/** The date of a field, such as `2026-11-23`; of a mapping, such as `{ date: 2026-11-23, author: A }`, that in `date`. */
export function dateOf({ text, entries }: Field): string | undefined {
  const inner = entries?.find(([key]) => looseKey(key) === "date")?.[1].text;
  return toDate(text ?? inner ?? "");
}

/**
 * The date that a text begins with, such as `2026-11-23`, or that a number means: with 13 digits milliseconds, with 10
 * seconds since 1970, with 8 year, month and day. Undefined for any other.
 */
export function toDate(typed: string): string | undefined {
  const text = showLabels(typed).trim();
  const [, digits] = NUMBER.exec(text) ?? [];
  if (digits?.length === 13) return isoDate(Number(digits));
  if (digits?.length === 10) return isoDate(Number(digits) * 1000);
  const dashed = digits?.length === 8 ? text.replace(/(?=..(?:..)?$)/g, "-") : text;
  const [, year, , month = "", day = ""] = YEAR_MONTH_DAY.exec(dashed) ?? [];
  const time = Date.parse(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T00:00:00Z`);
  const date = isoDate(time);
  // The 31st of a shorter month would be a day of the next.
  return date?.endsWith(day.padStart(2, "0")) ? date : undefined;
}

function isoDate(time: number): string | undefined {
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}
