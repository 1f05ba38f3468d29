import type { Span } from "./markdown.ts";

/** Finds the outermost span at an offset; for offsets that only grow it walks the list once. */
export class SpanCursor {
  readonly #spans: readonly Span[];
  #next = 0;

  /** @param spans in order of their starts, an outer one before the inner */
  constructor(spans: readonly Span[]) {
    this.#spans = spans;
  }

  /** The first span that ends after `offset`, if it starts at or before it. */
  at(offset: number): Span | undefined {
    for (;;) {
      const span = this.#spans[this.#next];
      if (span === undefined || span.start > offset) return undefined;
      if (span.end > offset) return span;
      this.#next++;
    }
  }

  /** Where the span begins that `at` would give next; infinite after the last. */
  get nextStart(): number {
    return this.#spans[this.#next]?.start ?? Number.POSITIVE_INFINITY;
  }

  /** Leaves a span that is to be read as text; the spans inside it come next. */
  enter(): void {
    this.#next++;
  }
}

/** Whether a backslash before the character escapes it: ASCII punctuation. */
export function isEscapable(unit: number): boolean {
  return (
    (unit >= 33 && unit <= 47) ||
    (unit >= 58 && unit <= 64) ||
    (unit >= 91 && unit <= 96) ||
    (unit >= 123 && unit <= 126)
  );
}

/** Whether an odd number of backslashes stands before `offset`, counted back to `from` at most. */
export function isEscaped(text: string, offset: number, from = 0): boolean {
  let at = offset;
  while (at > from && text[at - 1] === "\\") at--;
  return (offset - at) % 2 === 1;
}
