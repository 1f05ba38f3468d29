const WIDTH = 24;
/** Before a stage is so old, the time left is a guess that jumps. */
const GUESS_MS = 1000;

/**
 * A stage as a line, with a shorter bar and then no bar where the terminal is narrow:
 *
 *     parse  ████████████············  7040/14000  2 s left
 *
 * @param total 0 for a stage that cannot be counted
 * @param milliseconds since the stage began
 * @param columns of the terminal; the last is left empty, or the line might break there
 */
export function barLine(
  stage: string,
  done: number,
  total: number,
  milliseconds: number,
  columns: number,
): string {
  if (total === 0) return stage.slice(0, columns - 1);
  const seconds = Math.ceil(((total - done) * milliseconds) / done / 1000);
  const left = done > 0 && milliseconds >= GUESS_MS ? `  ${seconds} s left` : "";
  const [head, count] = [`${stage.padEnd(5)}  `, `${done}/${total}${left}`];
  const width = Math.min(WIDTH, columns - 1 - head.length - count.length - 2);
  if (width <= 0) return (head + count).slice(0, columns - 1);
  const filled = Math.floor((done / total) * width);
  return `${head}${"█".repeat(filled)}${"·".repeat(width - filled)}  ${count}`;
}
