import { availableParallelism } from "node:os";
import type { Progress } from "../progress/progress.ts";
import type { LinkTask } from "./link-task.ts";
import type { LinkedNotes } from "./linked-notes.ts";
import type { ParseOrder } from "./parse-order.ts";
import type { ParsedFile } from "./parsed-file.ts";
import type { ShardJob } from "./shard-job.ts";
import type { ShardReply, ShardRequest } from "./shard-thread.ts";
import { TakeTurns } from "./take-turns.ts";

/** Below so many notes no thread is worth its start. */
const FEWEST_FOR_THREADS = 1500;

/** So much all shards together keep between parsing and linking; the texts of the rest are read twice. */
const KEPT_BYTES = 128 * 1024 * 1024;

/** Room for what a thread just made, most of it garbage soon: more costs memory and saves hardly any time. */
const YOUNG_MEGABYTES = 24;

/** A shard, in this thread or in another. */
interface Member {
  parse(orders: ParseOrder[], turns: TakeTurns): Promise<ParsedFile[]>;
  link(task: LinkTask, turns: TakeTurns): Promise<LinkedNotes>;
  end(): Promise<unknown>;
}

/**
 * The shards of one build: one in this thread for few notes, else one thread a core, so that this
 * one is free for what concerns all notes.
 */
export class Crew implements AsyncDisposable {
  readonly #members: readonly Member[];
  readonly #progress: Progress;

  private constructor(members: readonly Member[], progress: Progress) {
    this.#members = members;
    this.#progress = progress;
  }

  /** @param count of notes that it will have to parse, at least */
  static async start(
    start: Omit<ShardJob, "keptBytes">,
    count: number,
    progress: Progress,
  ): Promise<Crew> {
    const threads = count < FEWEST_FOR_THREADS ? 0 : availableParallelism();
    const job = { ...start, keptBytes: Math.floor(KEPT_BYTES / Math.max(1, threads)) };
    const members =
      threads === 0
        ? [await localMember(job)]
        : await Promise.all(Array.from({ length: threads }, () => threadMember(job)));
    return new Crew(members, progress);
  }

  /** @returns those that are not as their digests say */
  async parse(orders: ParseOrder[]): Promise<ParsedFile[]> {
    const work = (member: Member, turns: TakeTurns) => member.parse(orders, turns);
    return (await this.#share("parse", orders.length, work)).flat();
  }

  /** @returns what became of the wanted notes, one part a shard */
  link(task: LinkTask): Promise<LinkedNotes[]> {
    const total = task.wanted.reduce((sum, each) => sum + each, 0);
    return this.#share("link", total, (member, turns) => member.link(task, turns));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#members.map((member) => member.end()));
  }

  async #share<T>(
    stage: string,
    total: number,
    work: (member: Member, turns: TakeTurns) => Promise<T>,
  ): Promise<T[]> {
    if (total === 0) return [];
    const turns = new TakeTurns();
    using _ = this.#progress.begin(stage, total, () => turns.count);
    // All are waited for, so that none still writes when the failure of another is told.
    const parts = await Promise.allSettled(this.#members.map((member) => work(member, turns)));
    return parts.map((part) => {
      if (part.status === "rejected") throw part.reason;
      return part.value;
    });
  }
}

/** The parser and all that goes with it is only loaded where it is used. */
async function localMember(job: ShardJob): Promise<Member> {
  const { Shard } = await import("./shard.ts");
  const shard = new Shard(job);
  return {
    parse: (orders, turns) => shard.parse(orders, turns),
    link: async (task, turns) => shard.link(task, turns),
    end: async () => undefined,
  };
}

async function threadMember(job: ShardJob): Promise<Member> {
  const { Worker } = await import("node:worker_threads");
  const thread = new Worker(new URL("./shard-thread.ts", import.meta.url), {
    workerData: job,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const ask = <T extends ShardReply>(request: ShardRequest): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    thread.once("message", (reply: ShardReply) => {
      thread.off("error", reject);
      resolve(reply as T);
    });
    thread.once("error", reject);
    thread.postMessage(request);
    return promise;
  };
  return {
    parse: (orders, turns) => ask({ kind: "parse", orders, turns: turns.memory }),
    link: (task, turns) => ask({ kind: "link", task, turns: turns.memory }),
    end: () => thread.terminate(),
  };
}
