import type { Problem } from "../problems/problem.ts";

/** What became of the notes that one shard linked. Plain data, few objects: it crosses between threads. */
export interface LinkedNotes {
  /** Their numbers, which are their places in the task's lists. */
  notes: Uint32Array;
  /** Of their output files, the numbers of a `StampColumn`; all but the bytes are 0 where none was written. */
  stamps: Float64Array;
  /** 1 where the bytes are other than those in the output folder, and lie in the staging folder. */
  changed: Uint8Array;
  /** Of those notes that have some, by number. */
  problems: [number, Problem[]][];
  /** 1 for each note of the task that another one links to. */
  found: Uint8Array;
  /** Links by what became of them. */
  resolved: number;
  broken: number;
  ambiguous: number;
}
