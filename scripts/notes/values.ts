import type { ScalarType } from "../note.ts";
import type { Field } from "./yaml.ts";

/** A value with the field it stands in, so that what is wrong with it has a place. */
export interface FieldText {
  text: string;
  field: Field;
}

/** What a field is read as: one text, or a list of single words or of phrases. */
export type TextKind = "text" | "words" | "phrases";

/** Booleans, and the words that are booleans to YAML 1.1. */
export const YES = /^(?:true|yes|on)$/i;
export const NO = /^(?:false|no|off)$/i;

/**
 * The texts of a field, trimmed, without those that are empty. As a list, a single text is split at its
 * commas, or, where its items are single words and it has no comma, at its spaces, and lists in it are
 * flattened. `#a #b`, to YAML a comment, is the text it was meant for.
 * @returns `faults` are what is neither a text nor, where one is due, a list of texts: the field itself, or
 *   some of its items
 */
export function readTexts(field: Field, of: TextKind) {
  const texts: FieldText[] = [];
  const faults: Field[] = [];
  for (const item of of === "text" ? [field] : flat(field)) {
    const text = item.text === "" && of !== "text" ? hashtags(item) : item.text;
    if (text === null) faults.push(item);
    for (const part of divide(text ?? "", field.items ? "text" : of)) {
      if (part.trim() !== "") texts.push({ text: part.trim().toWellFormed(), field: item });
    }
  }
  return { texts, faults };
}

function divide(text: string, of: TextKind): string[] {
  if (of === "text") return [text];
  return text.split(of === "words" && !text.includes(",") ? /\s+/ : ",");
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
function hashtags({ comment }: Field): string {
  const text = comment === undefined ? "" : `#${comment}`.trim();
  return /^#[^\s#]+(?:[\s,]+#[^\s#]+)*,?$/.test(text) ? text : "";
}
