import type { SoakResult } from "./run-soak.ts";

/** What a soak found that must not be, one line each; none is a pass. */
export function soakViolations({
  flood,
  failures,
  controls,
  log,
  isRunning,
}: SoakResult): string[] {
  return [
    ...(isRunning ? [] : ["the runtime ended"]),
    ...failures.map((failure) => `asking ended before its time: ${failure}`),
    ...[...flood.faults].map(
      ([fault, { count, example }]) =>
        `${fault}, ${count} times, as for ${JSON.stringify(example)}`,
    ),
    ...controls.flatMap(({ faults }) => faults),
    ...(log === "" ? [] : [`the log is not empty: ${log.slice(0, 2000)}`]),
  ];
}
