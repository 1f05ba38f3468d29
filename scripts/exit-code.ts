import { constants } from "node:os";

/** The code with which a shell ends when a process of its own has ended so: 128 and more for a signal. */
export function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return signal === null ? (code ?? 0) : 128 + constants.signals[signal];
}
