/** A logarithmic scale from one power of ten to another. */
export interface LogScale {
  /** The powers of ten, rising. */
  ticks: readonly number[];
  /** Where a value lies, in whole units of the picture. */
  at(value: number): number;
}

/**
 * The scale that holds all values.
 * @param from where the lowest power of ten lies
 * @param to where the highest lies
 */
export function logScale(values: readonly number[], from: number, to: number): LogScale {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => Number(`1e${low + i}`)),
    at: (value) => Math.round(from + ((Math.log10(value) - low) / (high - low)) * (to - from)),
  };
}
