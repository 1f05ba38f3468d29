import { parentPort, workerData } from "node:worker_threads";
import type { ParsedFile } from "../notes/parsed-file.ts";
import type { LinkTask } from "./link-task.ts";
import type { LinkedNotes } from "./linked-notes.ts";
import { type PackedOrders, unpackOrders } from "./packed-orders.ts";
import { Shard } from "./shard.ts";
import { TakeTurns } from "./take-turns.ts";

/** What a thread is asked, one at a time; `turns` is memory that all threads share. */
export type ShardRequest =
  | { kind: "parse"; orders: PackedOrders; turns: Int32Array<SharedArrayBuffer> }
  | { kind: "link"; task: LinkTask; turns: Int32Array<SharedArrayBuffer> };

/** Some of what a thread parsed. It crosses while more is parsed, so that it is never there twice as a whole. */
export interface ParsedPart {
  files: ParsedFile[];
  isLast: boolean;
}

export type ShardReply = ParsedPart | LinkedNotes;

const shard = new Shard(workerData);
const reply = (message: ShardReply) => parentPort?.postMessage(message);

parentPort?.on("message", async (request: ShardRequest) => {
  const turns = new TakeTurns(request.turns);
  if (request.kind === "link") return reply(shard.link(request.task, turns));
  for await (const files of shard.parse(unpackOrders(request.orders), turns)) {
    reply({ files, isLast: false });
  }
  reply({ files: [], isLast: true });
});
