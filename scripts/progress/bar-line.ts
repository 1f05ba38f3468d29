const WIDTH = 24;

/**
 * A stage as a line:
 *
 *     parse  ████████████············  7040/14000  2 s left
 *
 * @param total 0 for a stage that cannot be counted
 * @param milliseconds since the stage began
 */
export function barLine(stage: string, done: number, total: number, milliseconds: number): string {
  if (total === 0) return stage;
  const filled = Math.floor((done / total) * WIDTH);
  const bar = "█".repeat(filled) + "·".repeat(WIDTH - filled);
  const left = Math.ceil(((total - done) * milliseconds) / done / 1000);
  return `${stage.padEnd(5)}  ${bar}  ${done}/${total}${done > 0 ? `  ${left} s left` : ""}`;
}
