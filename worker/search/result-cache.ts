import type { Route } from "../contract/route.ts";
import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./open-index.ts";
import type { FoundNote } from "./rank-note.ts";
import { jsonAt, routeStart } from "./write-text.ts";

/** Notes as search results in JSON, kept for other queries that find them. */
export class ResultCache {
  /** Size of the results in bytes, at most `LIMITS.cacheBytes`. */
  bytes = 0;
  readonly #index: SearchIndex;
  readonly #results = new Map<number, Uint8Array>();
  readonly #words: (string | undefined)[];

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#words = new Array(index.words);
  }

  /** A note as a result, with a leading comma. */
  get({ note, start }: FoundNote): Uint8Array {
    const known = this.#results.get(note);
    if (known !== undefined) return known;
    const result = this.#write(note, start);
    if (this.bytes + result.length > LIMITS.cacheBytes) {
      this.#results.clear();
      this.bytes = 0;
    }
    this.#results.set(note, result);
    this.bytes += result.length;
    return result;
  }

  routeOf(note: number): Route {
    return JSON.parse(`"${jsonAt(this.#index, routeStart(this.#index, note), this.#words)}"`);
  }

  #write(note: number, title: number): Uint8Array {
    const { text } = this.#index;
    const summary = text.indexOf(0, text.indexOf(0, title) + 1) + 1;
    const [route, ...shown] = [routeStart(this.#index, note), title, summary].map((start) =>
      jsonAt(this.#index, start, this.#words),
    );
    return UTF8.encode(`,{"route":"${route}","title":"${shown[0]}","summary":"${shown[1]}"}`);
  }
}

const UTF8 = new TextEncoder();
