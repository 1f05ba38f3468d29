import { parentPort, workerData } from "node:worker_threads";
import type { LinkTask } from "./link-task.ts";
import type { LinkedNotes } from "./linked-notes.ts";
import { type PackedOrders, unpackOrders } from "./packed-orders.ts";
import type { ParsedFile } from "./parsed-file.ts";
import { Shard } from "./shard.ts";
import { TakeTurns } from "./take-turns.ts";

/** What a thread is asked, one at a time; `turns` is memory that all threads share. */
export type ShardRequest =
  | { kind: "parse"; orders: PackedOrders; turns: Int32Array<SharedArrayBuffer> }
  | { kind: "link"; task: LinkTask; turns: Int32Array<SharedArrayBuffer> };

export type ShardReply = ParsedFile[] | LinkedNotes;

const shard = new Shard(workerData);

parentPort?.on("message", async (request: ShardRequest) => {
  const turns = new TakeTurns(request.turns);
  const reply: ShardReply =
    request.kind === "parse"
      ? await shard.parse(unpackOrders(request.orders), turns)
      : shard.link(request.task, turns);
  parentPort?.postMessage(reply);
});
