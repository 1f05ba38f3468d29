/** A number in as many digits that count, or in all those before its point; `–` for none. */
export function significant(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return "–";
  if (value >= 10 ** (digits - 1)) return Math.round(value).toLocaleString("en");
  return value.toPrecision(digits);
}
