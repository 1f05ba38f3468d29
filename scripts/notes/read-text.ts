import type { Field } from "./field.ts";

/**
 * A field as text: trimmed, and as it was written where YAML would make a number, a date or a
 * boolean of it. Undefined for an empty field; `null` for one that is no text at all.
 */
export function readText(field: Field): string | undefined | null {
  if (field.value === null || field.value === undefined) return undefined;
  if (typeof field.value === "object") return null;
  const text = (field.source ?? String(field.value)).trim();
  return typeof field.value === "string" ? field.value.trim() || undefined : text;
}
