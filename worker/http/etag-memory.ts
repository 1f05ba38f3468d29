const MAX_ENTRIES = 16_384;
const MAX_KEY_LENGTH = 256;

/**
 * The entity tags of answers given before, so that a client that asks whether its copy still holds
 * is answered without making the body again. Files and index are part of the Worker's version and
 * an isolate runs one version, so what is remembered stays true.
 *
 * At most 16,384 tags with keys of at most 256 characters, about 3 MB; then it starts anew.
 */
export class EtagMemory {
  readonly #tags = new Map<string, string>();

  get(key: string): string | undefined {
    return this.#tags.get(key);
  }

  set(key: string, etag: string): void {
    if (key.length > MAX_KEY_LENGTH) return;
    if (this.#tags.size >= MAX_ENTRIES && !this.#tags.has(key)) this.#tags.clear();
    this.#tags.set(key, etag);
  }
}
