import type { ParsedFile } from "../notes/parsed-file.ts";
import type { LinkTask } from "./link-task.ts";
import type { LinkedNotes } from "./linked-notes.ts";
import type { ParseOrder } from "./parse-order.ts";
import type { TakeTurns } from "./take-turns.ts";

/** A shard, in this thread or in another. */
export interface Member {
  /** @param take is given what was parsed, some notes at a time */
  parse(
    orders: ParseOrder[],
    turns: TakeTurns,
    take: (files: readonly ParsedFile[]) => void,
  ): Promise<unknown>;
  link(task: LinkTask, turns: TakeTurns): Promise<LinkedNotes>;
  end(): Promise<unknown>;
}
