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
  const isAscii = /^[\0-\x7f]*$/.test(name);
  const exact = (isAscii ? name : name.replaceAll("\u00a0", " ").normalize("NFC")).trim();
  if (closeness === "exact") return exact;
  const caseless = exact.toLowerCase();
  return closeness === "caseless" ? caseless : caseless.replace(/[\s_-]+/g, " ").trim();
}
