const MAX_BYTES = 16 * 2 ** 20;
const MAX_KEY_LENGTH = 512;
/** What an entry takes beside its key and its body: a tag, two objects and a place in the map. */
const ENTRY_BYTES = 256;

/** What a request was answered with 200. */
export interface KnownAnswer {
  /** A strong entity tag, quotes included. */
  readonly etag: string;
  /** The body where it is held, `null` where only the tag is. */
  readonly body: Uint8Array | null;
  /** Whether the body is known to be too large to be held. */
  readonly isLarge: boolean;
}

/**
 * Answers given before, by what was asked: a client that asks whether its copy still holds is answered
 * without making the body again, and so is a search that somebody asked before, and a small file that
 * was asked for twice. Files and index are part of the Worker's version and an isolate runs one version,
 * so an answer never goes stale.
 *
 * At most 16 MiB, keys and the entries themselves counted; what was asked for longest ago goes first. Of
 * a body larger than 64 KiB, and of one that is a stream, only the tag is held; of a key longer than 512
 * characters nothing.
 */
export class AnswerMemory {
  /** Bytes of the largest body that is held. */
  static readonly maxBodyBytes = 2 ** 16;

  // A map keeps the order of insertion: who is asked for is inserted anew, so the first is the oldest.
  readonly #answers = new Map<string, KnownAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param maxBytes Bound of the bytes held; 16 MiB when absent. */
  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): KnownAnswer | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /**
   * Whether a body that is a stream is worth reading, to be held: of the key the tag alone is known, so it
   * is asked for again. What is asked for once, as by a crawler, would take the place of what is not.
   */
  wantsBody(key: string): boolean {
    const answer = this.#answers.get(key);
    return answer !== undefined && answer.body === null && !answer.isLarge;
  }

  /** The body of a known key has turned out to be larger than any that is held. */
  setLarge(key: string): void {
    const answer = this.#answers.get(key);
    if (answer !== undefined) this.#answers.set(key, { ...answer, isLarge: true });
  }

  /** @param body `null` if it is a stream. */
  set(key: string, etag: string, body: Uint8Array | null): void {
    if (key.length > MAX_KEY_LENGTH) return;
    // Nothing new, and whether its body is large may be known.
    if (body === null && this.#answers.get(key)?.etag === etag) return;
    this.#remove(key);
    const isLarge = body !== null && body.length > AnswerMemory.maxBodyBytes;
    const answer = { etag, body: isLarge ? null : body, isLarge };
    this.#answers.set(key, answer);
    this.#bytes += bytesOf(key, answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#answers.delete(key);
    this.#bytes -= bytesOf(key, answer);
  }
}

/** A key is made of an address and a query: a byte a character. */
function bytesOf(key: string, { body }: KnownAnswer): number {
  return ENTRY_BYTES + key.length + (body?.length ?? 0);
}
