import type { Field } from "./field.ts";
import type { FieldText } from "./field-text.ts";
import { readText } from "./read-text.ts";

/**
 * A field as a list of texts. A single text is split at its commas, or, where its items are single
 * words and it has no comma, at its spaces; lists in it are flattened and empty items dropped.
 * `#a #b`, to YAML a comment, is the text it was meant for.
 * @returns `faults` are what is neither a text nor a list of texts: the field itself, or some of its items
 */
export function readTextList(
  field: Field,
  items: "words" | "phrases",
): { texts: FieldText[]; faults: Field[] } {
  const texts: FieldText[] = [];
  const faults: Field[] = [];
  for (const item of flat(field)) {
    const text = readText(item) ?? hashtags(item);
    if (text === null) faults.push(item);
    const parts = field.items ? [text ?? ""] : split(text ?? "", items);
    for (const part of parts) {
      if (part.trim() !== "") texts.push({ text: part.trim(), field: item });
    }
  }
  return { texts, faults };
}

/** The items of a list and of the lists in it, but for `[[x]]`, which was meant for a link. */
function flat(field: Field): Field[] {
  if (field.items === undefined || isLink(field, field.items)) return [field];
  return field.items.flatMap(flat);
}

function isLink({ start }: Field, items: readonly Field[]): boolean {
  const [only] = items;
  return items.length === 1 && only?.items !== undefined && only.start === start + 1;
}

/** The tags behind a `#` that YAML took for a comment; a comment that says something else is one. */
function hashtags({ value, comment }: Field): string | undefined | null {
  if (value !== null) return typeof value === "object" ? null : undefined;
  const text = comment === undefined ? "" : `#${comment}`.trim();
  return /^#[^\s#]+(?:[\s,]+#[^\s#]+)*,?$/.test(text) ? text : undefined;
}

function split(text: string, items: "words" | "phrases"): string[] {
  return items === "words" && !text.includes(",") ? text.split(/\s+/) : text.split(",");
}
