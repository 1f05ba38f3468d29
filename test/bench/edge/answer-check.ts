import type { Requests } from "./requests.ts";

/** What the answers to some requests must be. */
export interface ExpectedAnswers {
  readonly status: number;
  /** Whether this is the body of an answer to that target; no body is looked at when absent. */
  readonly isRight?: (body: Buffer, target: string) => boolean;
}

/** Holds the answers of one load to what they must be. */
export class AnswerCheck {
  readonly #requests: Requests;
  readonly #expected: ExpectedAnswers;
  /** For each request the length of the body that it was answered with first, -1 before that. */
  readonly #lengths: Int32Array;

  constructor(requests: Requests, expected: ExpectedAnswers) {
    this.#requests = requests;
    this.#expected = expected;
    this.#lengths = new Int32Array(requests.length).fill(-1);
  }

  /**
   * @param request its number in the round
   * @param length bytes of the body
   * @throws Error if the status is another, or if the same request was answered at another length before
   */
  head(request: number, status: number, length: number): void {
    if (status !== this.#expected.status) {
      this.#fail(request, `${status}, not ${this.#expected.status}`);
    }
    const before = this.#lengths[request]!;
    if (before === -1) this.#lengths[request] = length;
    else if (length !== before) this.#fail(request, `${length} bytes and ${before} before`);
  }

  /** @throws Error if it is not the body that answers this request */
  body(request: number, body: Buffer): void {
    const target = this.#requests.targetOf(request);
    if (this.#expected.isRight?.(body, target) === false) {
      this.#fail(request, body.toString("utf8", 0, 200));
    }
  }

  #fail(request: number, answer: string): never {
    throw new Error(`${this.#requests.targetOf(request)} was answered ${answer}`);
  }
}
