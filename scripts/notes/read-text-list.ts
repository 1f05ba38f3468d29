import type { Field } from "./field.ts";
import { readText } from "./read-text.ts";

/**
 * A field as a list of texts, each with the field it stands in. A single text is split at its
 * commas, or, where its items are single words and it has no comma, at its spaces; lists in it are
 * flattened and empty items dropped. `#a #b`, to YAML a comment, is the text it was meant for.
 * `null` for what is neither a text nor a list of texts.
 */
export function readTextList(
  field: Field,
  items: "words" | "phrases",
): { text: string; field: Field }[] | null {
  const list: { text: string; field: Field }[] = [];
  for (const item of flat(field)) {
    const text = readText(item) ?? hashtags(item);
    if (text === null) return null;
    const parts = field.items ? [text ?? ""] : split(text ?? "", items);
    for (const part of parts) {
      if (part.trim() !== "") list.push({ text: part.trim(), field: item });
    }
  }
  return list;
}

/** The items of a list and of the lists in it, but for `[[x]]`, which was meant for a link. */
function flat(field: Field): Field[] {
  if (field.items === undefined) return [field];
  const isLink = field.items.length === 1 && field.items[0]?.items !== undefined;
  return isLink ? [field] : field.items.flatMap((item) => (item.items ? flat(item) : [item]));
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
