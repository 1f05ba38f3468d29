import type { ScalarType } from "../config/config.ts";
import type { Field } from "./field.ts";

/** A value and its field, whose position any diagnostic about it has. */
export interface FieldText {
  text: string;
  field: Field;
}

/** How a field is read: as one text, or as a list of single words or of phrases. */
export type TextKind = "text" | "words" | "phrases";

/** Booleans, including what YAML 1.1 and other tools read as booleans. */
const YES = /^(?:true|yes|on|1|y)$/i;
const NO = /^(?:false|no|off|0|n)$/i;

/**
 * The texts of a field, trimmed, without empty ones. For a list, a single text is
 * split at commas or, if its items are words and it has no comma, at spaces.
 * @returns `mistyped` are the field or the items of it that do not have the expected type
 */
export function readTexts(field: Field, of: TextKind) {
  const texts: FieldText[] = [];
  const mistyped: Field[] = [];
  for (const item of of === "text" ? [field] : (field.items ?? [field])) {
    if (item.text === null) mistyped.push(item);
    for (const part of divide(item.text ?? "", field.items ? "text" : of)) {
      if (part.trim() !== "") texts.push({ text: part.trim().toWellFormed(), field: item });
    }
  }
  return { texts, mistyped };
}

function divide(text: string, of: TextKind): string[] {
  if (of === "text") return [text];
  return text.split(of === "words" && !text.includes(",") ? /\s+/ : ",");
}

/** Converts text to the type of a declared field; undefined if it does not have that type. */
export function toScalar(text: string, type: ScalarType): string | number | boolean | undefined {
  if (type === "text") return text;
  if (type === "number") return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return toBoolean(text);
}

/** Converts text to a boolean; undefined if it is neither yes nor no. */
export function toBoolean(text: string): boolean | undefined {
  const plain = toVisible(text).trim();
  return YES.test(plain) ? true : NO.test(plain) ? false : undefined;
}

/** Text in NFKC, without control and format characters. */
export function toVisible(text: string): string {
  return text.normalize("NFKC").replace(/[\p{Cc}\p{Cf}]/gu, "");
}

/** The letters of a key, by which it is compared. */
export function lettersOf(key: string): string {
  // Most keys are nothing else, and all keys of all notes are compared.
  if (/^[a-z]*$/.test(key)) return key;
  return key.normalize("NFKC").replace(/\P{L}/gu, "").toLowerCase();
}
