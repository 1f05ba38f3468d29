/**
 * The share of requests that are logged, as the variable sets it: 0 to 1. 0 when the variable is
 * absent or malformed; the last is reported.
 *
 * @param report Called with one line for a malformed variable.
 */
export function sampleRate(
  value: string | number | undefined,
  report: (message: string) => void,
): number {
  const rate = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value ?? 0);
  if (rate >= 0 && rate <= 1) return rate;
  report(`LOG_SAMPLE_RATE must be a number from 0 to 1, not ${JSON.stringify(value)}: 0 is used.`);
  return 0;
}
