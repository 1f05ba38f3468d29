import { plural } from "./plural.ts";
import type { Progress } from "./progress.ts";

/** Says each stage in a line of its own when it begins: for logs that nobody watches. */
export function progressLines(write: (text: string) => void): Progress {
  return {
    begin(stage, total) {
      write(total === undefined ? `${stage}\n` : `${stage} ${plural(total, "note")}\n`);
      return { [Symbol.dispose]: () => undefined };
    },
  };
}
