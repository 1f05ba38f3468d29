import { parse, TomlDate, TomlError, type TomlValue } from "smol-toml";
import { type Field, type ReadFields, TOO_DEEP } from "./field.ts";

/**
 * Reads TOML. Numbers and dates become text as TOML reads them: `1.10` is `1.1`. Never throws.
 * @param toml the file's text up to the end of the block, with spaces in place of all that is not in it
 */
export function readToml(toml: string): ReadFields {
  try {
    const table = Object.entries(parse(toml, { integersAsBigInt: "asNeeded" }));
    const fields = table.map(([key, value]) => [key, toField(value, rangeOf(key, toml))] as const);
    return { fields: new Map(fields), errors: [] };
  } catch (error) {
    const isSyntax = error instanceof TomlError;
    const [reason = ""] = isSyntax ? error.message.split(": ").slice(1).join(": ").split("\n") : [];
    const message = isSyntax ? `This is not valid TOML: ${reason.trim()}.` : TOO_DEEP;
    const above = isSyntax ? toml.split("\n").slice(0, error.line - 1) : [];
    const start = above.reduce((sum, line) => sum + line.length + 1, 0);
    return { fields: new Map(), errors: [{ start, end: start + 1, message }] };
  }
}

type Range = Pick<Field, "keyStart" | "start" | "end">;

/** The line of a key, since the parser has no positions. */
function rangeOf(key: string, toml: string): Range {
  const own = key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const { index = 0 } = new RegExp(`(?<=^[ \\t["']*)${own}(?=["'\\].\\s=])`, "m").exec(toml) ?? {};
  const [line = ""] = /^.*/.exec(toml.slice(index)) ?? [];
  return { keyStart: index, start: index, end: index + line.trimEnd().length };
}

/** All values in a field have its range. */
function toField(value: TomlValue, range: Range): Field {
  if (value instanceof TomlDate) return { ...range, text: value.toISOString() };
  if (typeof value !== "object") return { ...range, text: String(value) };
  if (Array.isArray(value)) {
    return { ...range, text: null, items: value.map((item) => toField(item, range)) };
  }
  const entries = Object.entries(value).map(([key, each]): [string, Field] => [
    key,
    toField(each, range),
  ]);
  return { ...range, text: null, entries };
}
