import { ContentError } from "../content/content-error.ts";
import { COMPILED_FOLDER } from "../keep-compiled.js";
import type { LinkedNotes } from "./linked-notes.ts";
import type { Member } from "./member.ts";
import { packOrders } from "./packed-orders.ts";
import type { ShardJob } from "./shard-job.ts";
import type { ParsedPart, ShardReply, ShardRequest } from "./shard-thread.ts";

/** Room for what a thread just made, most of it garbage soon: more costs memory and saves hardly any time. */
const YOUNG_MEGABYTES = 12;

/**
 * A shard in a thread of its own, which starts before this returns, so also while its caller goes on without a
 * pause. Should the thread fail, whenever that is, all that is asked of it is refused for that reason.
 */
export function threadMember(job: ShardJob): Member {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const thread = new Worker(new URL("./shard-thread.ts", import.meta.url), {
    workerData: job,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED_FOLDER },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const failure = Promise.withResolvers<never>();
  thread.once("error", (error) => failure.reject(toBuildError(error)));
  // It is told to whoever asks for something.
  failure.promise.catch(() => undefined);
  /** @param read is given each reply, and says what was asked for with the last one */
  const ask = <T extends ShardReply, R>(
    request: ShardRequest,
    read: (reply: T) => R | undefined,
  ): Promise<R> => {
    const { promise, resolve } = Promise.withResolvers<R>();
    const onReply = (reply: T) => {
      const result = read(reply);
      if (result === undefined) return;
      thread.off("message", onReply);
      resolve(result);
    };
    thread.on("message", onReply);
    thread.postMessage(request);
    return Promise.race([promise, failure.promise]);
  };
  return {
    parse: (orders, turns, take) =>
      ask(
        { kind: "parse", orders: packOrders(orders), turns: turns.memory },
        ({ files, isLast }: ParsedPart) => {
          take(files);
          return isLast || undefined;
        },
      ),
    link: (task, turns) =>
      ask({ kind: "link", task, turns: turns.memory }, (linked: LinkedNotes) => linked),
    end: () => thread.terminate(),
  };
}

/** An error of the content or of the disk as it was before it crossed; of any other it is said where it happened. */
function toBuildError(error: unknown): unknown {
  if (!(error instanceof Error) || "syscall" in error) return error;
  if (error.name === "ContentError") return new ContentError(error.message, { cause: error });
  return new Error(`A thread of the build failed: ${error.message}`, { cause: error });
}
