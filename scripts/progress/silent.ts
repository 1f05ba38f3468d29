import type { Progress } from "./progress.ts";

/** Says nothing. */
export const SILENT: Progress = { begin: () => ({ [Symbol.dispose]: () => undefined }) };
