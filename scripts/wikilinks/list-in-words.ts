/** `a`, `a or b`, `a, b or c`; of a longer list than `most` the first, and how many more. */
export function listInWords(
  items: readonly string[],
  conjunction: "and" | "or",
  most = 20,
): string {
  if (items.length > most) {
    const rest = items.length - most;
    return `${items.slice(0, most).join(", ")} ${conjunction} ${rest} more`;
  }
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}
