/**
 * How closely a name must match:
 * - `exact`: letter by letter, in Unicode form NFC
 * - `caseless`: without regard to case (no locale)
 * - `loose`: spaces, dashes and underscores taken as one as well
 */
export type Closeness = "exact" | "caseless" | "loose";

/** The form in which names are compared: two names match where their keys are equal. */
export function nameKey(name: string, closeness: Closeness): string {
  // ASCII, nearly all names, is in form NFC as it is.
  const exact = (isAscii(name) ? name : name.replaceAll("\u00a0", " ").normalize("NFC")).trim();
  if (closeness === "exact") return exact;
  const caseless = exact.toLowerCase();
  if (closeness === "caseless" || !SEPARATORS.test(caseless)) return caseless;
  return caseless.replace(/[\s_-]+/g, " ").trim();
}

/** Any separator but a single space. */
const SEPARATORS = /[^\S ]|[_-]| {2}/;

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
