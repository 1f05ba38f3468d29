import type { Progress } from "./progress.ts";

/** Says each stage in a line of its own when it begins: for logs that nobody watches. */
export function progressLines(write: (text: string) => void): Progress {
  return {
    begin(stage, total) {
      const counted = total === undefined ? "" : ` ${total} note${total === 1 ? "" : "s"}`;
      write(`${stage}${counted}\n`);
      return { [Symbol.dispose]: () => undefined };
    },
  };
}
