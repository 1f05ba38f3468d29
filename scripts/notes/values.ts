import type { ScalarType } from "../note.ts";
import type { Field } from "./yaml.ts";

/** A value with the field it stands in, so that what is wrong with it has a place. */
export interface FieldText {
  text: string;
  field: Field;
}

/** Booleans, and the words that are booleans to YAML 1.1. */
export const YES = /^(?:true|yes|on)$/i;
export const NO = /^(?:false|no|off)$/i;

/**
 * A field as text: trimmed, and as it was written where YAML would make a number, a date or a
 * boolean of it. Undefined for an empty field; `null` for one that is no text at all.
 */
export function readText({ value, source }: Field): string | undefined | null {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "object") return null;
  if (typeof value === "string") return value.trim().toWellFormed() || undefined;
  return (source ?? String(value)).trim();
}

/**
 * A field as a list of texts. A single text is split at its commas, or, where its items are single
 * words and it has no comma, at its spaces; lists in it are flattened and empty items dropped.
 * `#a #b`, to YAML a comment, is the text it was meant for.
 * @returns `faults` are what is neither a text nor a list of texts: the field itself, or some of its items
 */
export function readList(field: Field, of: "words" | "phrases") {
  const texts: FieldText[] = [];
  const faults: Field[] = [];
  for (const item of flat(field)) {
    const text = readText(item) ?? hashtags(item);
    if (text === null) faults.push(item);
    const byWords = of === "words" && !text?.includes(",");
    const parts = field.items ? [text ?? ""] : (text ?? "").split(byWords ? /\s+/ : ",");
    for (const part of parts) {
      if (part.trim() !== "") texts.push({ text: part.trim(), field: item });
    }
  }
  return { texts, faults };
}

/** A text as the value of a declared field; undefined where it is of another type. */
export function toScalar(text: string, type: ScalarType): string | number | boolean | undefined {
  if (type === "text") return text;
  if (type === "number") return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return YES.test(text) ? true : NO.test(text) ? false : undefined;
}

/** The items of a list and of the lists in it, except for `[[x]]`, which was meant for a link. */
function flat(field: Field): Field[] {
  const { items, start } = field;
  if (items === undefined) return [field];
  const [only] = items;
  const isLink = items.length === 1 && only?.items !== undefined && only.start === start + 1;
  return isLink ? [field] : items.flatMap(flat);
}

/** The tags behind a `#` that YAML took for a comment; a comment that says something else is one. */
function hashtags({ value, comment }: Field): string | undefined | null {
  if (value !== null) return typeof value === "object" ? null : undefined;
  const text = comment === undefined ? "" : `#${comment}`.trim();
  return /^#[^\s#]+(?:[\s,]+#[^\s#]+)*,?$/.test(text) ? text : undefined;
}
