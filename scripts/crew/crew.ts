import { availableParallelism } from "node:os";
import type { ParsedFile } from "../notes/parsed-file.ts";
import type { Progress } from "../progress/progress.ts";
import { deferTurbofan } from "./defer-turbofan.ts";
import type { LinkTask } from "./link-task.ts";
import type { LinkedNotes } from "./linked-notes.ts";
import type { Member } from "./member.ts";
import type { ParseOrder } from "./parse-order.ts";
import type { ShardJob } from "./shard-job.ts";
import { TakeTurns } from "./take-turns.ts";
import { threadMember } from "./thread-member.ts";

/** Below so many notes no thread is worth its start. */
const FEWEST_FOR_THREADS = 1500;

/** So much all shards together keep between parsing and linking; the texts of the rest are read twice. */
const KEPT_BYTES = 16 * 1024 * 1024;

/**
 * The shards of one build: one in this thread for few notes, else one thread a core, so that this
 * one is free for what concerns all notes.
 */
export class Crew implements AsyncDisposable {
  readonly #job: Omit<ShardJob, "keptBytes">;
  readonly #progress: Progress;
  #members: readonly Member[] = [];
  #hasThreads = false;

  constructor(job: Omit<ShardJob, "keptBytes">, progress: Progress) {
    this.#job = job;
    this.#progress = progress;
  }

  /**
   * Starts threads, unless there are some, where so many notes are worth it: they load their code while
   * this one goes on. Without them, what is to be done is done in this thread.
   * @param count of notes that will have to be parsed, at least
   */
  expect(count: number): void {
    if (this.#hasThreads || count < FEWEST_FOR_THREADS) return;
    this.#hasThreads = true;
    const threads = availableParallelism();
    const job = { ...this.#job, keptBytes: Math.floor(KEPT_BYTES / threads) };
    // This thread may hold notes already, which only it can link.
    this.#members = [...this.#members, ...Array.from({ length: threads }, () => threadMember(job))];
  }

  /** @returns those that are not as their digests say */
  async parse(orders: ParseOrder[]): Promise<ParsedFile[]> {
    this.expect(orders.length);
    const parsed: ParsedFile[] = [];
    await this.#share("parse", orders.length, (member, turns) =>
      member.parse(orders, turns, (files) => {
        for (const file of files) parsed.push(file);
      }),
    );
    return parsed;
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
    if (this.#members.length === 0) {
      this.#members = [localMember({ ...this.#job, keptBytes: KEPT_BYTES })];
    }
    const turns = new TakeTurns();
    using _progress = this.#progress.begin(stage, total, () => turns.count);
    using _flags = deferTurbofan();
    // All are waited for, so that none still writes when the failure of another is told.
    const parts = await Promise.allSettled(this.#members.map((member) => work(member, turns)));
    return parts.map((part) => {
      if (part.status === "rejected") throw part.reason;
      return part.value;
    });
  }
}

/** The parser and all that goes with it is only loaded where it is used. */
function localMember(job: ShardJob): Member {
  const shard = import("./shard.ts").then(({ Shard }) => new Shard(job));
  return {
    parse: async (orders, turns, take) => {
      for await (const files of (await shard).parse(orders, turns)) take(files);
    },
    link: async (task, turns) => (await shard).link(task, turns),
    end: async () => undefined,
  };
}
