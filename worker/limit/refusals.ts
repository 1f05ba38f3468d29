import { problemBody } from "../http/problem-body.ts";
import { problem } from "../problem.ts";

const MAX_HELD = 512;

/** An answer whose body is made. */
interface Refusal {
  readonly status: number;
  readonly body: Uint8Array;
}

/**
 * The answers to requests over the limit: one for each number of seconds to wait, made once.
 *
 * At most 512, some 200 kB; then it starts anew.
 */
export class Refusals {
  readonly #limit: number;
  readonly #windowSeconds: number;
  readonly #basePath: string;
  readonly #answers = new Map<number, Refusal>();

  /** @param limit Requests of one client in a window of `windowSeconds`. */
  constructor(limit: number, windowSeconds: number, basePath: string) {
    this.#limit = limit;
    this.#windowSeconds = windowSeconds;
    this.#basePath = basePath;
  }

  /** @param seconds After which a request is accepted. */
  of(seconds: number): Refusal {
    const known = this.#answers.get(seconds);
    if (known !== undefined) return known;
    const answer = this.#make(seconds);
    if (this.#answers.size >= MAX_HELD) this.#answers.clear();
    this.#answers.set(seconds, answer);
    return answer;
  }

  #make(seconds: number): Refusal {
    const answer = problem(
      "TooManyRequests",
      `At most ${this.#limit} requests of one address are accepted in any ${this.#windowSeconds} s. ` +
        `Ask again in ${seconds} s.`,
    );
    return { status: answer.status, body: problemBody(answer.problem, this.#basePath) };
  }
}
