interface Range {
  start: number;
  end: number;
}

/** More definitions are not looked for one by one. */
const MOST = 16;
const NAME_END = /(?:[^\]]|\\\])\]:/g;
/** A name that stands for itself however it is compared. */
const PLAIN_NAME = /^\^?[a-z\d_-]{1,50}$/i;
/** What is equal to letters of ASCII where case does not count, and does not become them in lower case. */
const ODD_CASE = /[\u00df\u0130\u0149\u017f\u01f0\u1e96-\u1e9e\u212a\ufb00-\ufb06]/;

/**
 * Whether a body may refer to what some of its chunks define: `[x]` or `[a][x]` to `[x]: /address`,
 * `[^1]` to `[^1]: A footnote`. A definition that nothing refers to is of meaning to no other chunk.
 */
export function mayRefer(body: string, defining: readonly Range[]): boolean {
  const names = new Set<string>();
  for (const { start, end } of defining) {
    for (const { index } of body.slice(start, end).matchAll(NAME_END)) {
      const name = nameBefore(body, start + index + 1);
      if (name === undefined || names.has(name) || names.size === MOST) return true;
      names.add(name);
    }
  }
  return standMoreThanOnce(body, names);
}

/** The name in a definition, in lower case: undefined for one that is not plain, or not at its line's start. */
function nameBefore(body: string, end: number): string | undefined {
  const open = body.lastIndexOf("[", end);
  const isFirst = open === 0 || body[open - 1] === "\n";
  const name = body.slice(open + 1, end);
  return isFirst && PLAIN_NAME.test(name) ? name.toLowerCase() : undefined;
}

/** Whether one of some names stands twice before a bracket that closes, whatever space is between. */
function standMoreThanOnce(body: string, names: ReadonlySet<string>): boolean {
  const missed = new Set(names);
  const lengths = new Set([...names].map(({ length }) => length));
  for (let close = body.indexOf("]"); close !== -1; close = body.indexOf("]", close + 1)) {
    let end = close;
    while (end > 0 && /\s/.test(body[end - 1]!)) end--;
    for (const length of lengths) {
      const text = body.slice(Math.max(0, end - length), end);
      if (ODD_CASE.test(text)) return true;
      const name = text.toLowerCase();
      if (names.has(name) && !missed.delete(name)) return true;
    }
  }
  return false;
}
