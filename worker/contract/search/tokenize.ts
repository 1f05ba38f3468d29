/** A piece of text, as written. At most 60 bytes of UTF-8. */
export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
}

/**
 * - `word`: letters and digits, or a name that consists of symbols;
 * - `sign`: one character of a script written without spaces, or an emoji;
 * - `separator`: anything between them; may be empty.
 */
type TokenKind = "word" | "sign" | "separator";

/**
 * Splits a text into tokens, without loss: joining the tokens gives the text again, with one space between
 * two words in a row.
 *
 * ```text
 * Sorting in C++ (and .NET)   →   Sorting  in  C++  " ("  and  .NET  ")"
 * Dijkstra's O(n log n)       →   Dijkstra's  O  "("  n  log  n  ")"
 * 哈希表                       →   哈  希  表
 * ```
 *
 * A word is a run of letters and digits of any script, with what belongs to a name: `++`, `#`, `*` or
 * `+` after it (`C++`, `F#`, `A*`, `B+`), a dot before it (`.NET`), an English ending with an
 * apostrophe (`don't`). Standalone symbols (`=>`, `&&`, `::`) are words too. Full-width characters are treated
 * like their ordinary forms.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let last: TokenKind = "separator";
  let separatorStart = 0;
  let at = 0;

  function close(end: number, next: TokenKind): void {
    const separator = text.slice(separatorStart, end);
    const implied = last === "word" && next === "word";
    if (separator === "" ? implied : !(implied && separator === " ")) {
      for (const part of inPieces(separator)) tokens.push({ text: part, kind: "separator" });
    }
  }

  while (at < text.length) {
    const [end, kind] = tokenEnd(text, at);
    if (kind !== "separator") {
      close(at, kind);
      const pieces = inPieces(text.slice(at, end));
      for (let i = 0; i < pieces.length; i++) {
        if (i > 0 && kind === "word") tokens.push({ text: "", kind: "separator" });
        tokens.push({ text: pieces[i]!, kind });
      }
      last = kind;
      separatorStart = end;
    }
    at = end;
  }
  if (separatorStart < text.length) close(text.length, "separator");
  return tokens;
}

const LETTER = lazyPattern(String.raw`[\p{L}\p{N}\p{M}]`, "u");
const UNSPACED = lazyPattern(
  `[${["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"].map((name) => `\\p{scx=${name}}`).join("")}]`,
  "u",
);
const PICTURE = lazyPattern(String.raw`[\p{Extended_Pictographic}\p{Regional_Indicator}]`, "u");
const ATTACHED = lazyPattern(
  String.raw`\p{M}|[\u{ff9e}\u{ff9f}]|\u{200d}|\u{fe0f}|[\u{1f3fb}-\u{1f3ff}]`,
  "u",
);
const ENDING = lazyPattern(String.raw`^['’](?:s|t|d|m|re|ve|ll)(?![\p{L}\p{N}\p{M}])`, "iu");
/** As in `C++`, `C++17`, `F#`, `B+ tree` and `B+tree`, but not in `a+b` or `2+2`. */
const SUFFIX = lazyPattern(
  String.raw`^(?:\+\+(?![+*#\p{L}])|#(?![+*#\p{L}\p{N}])|[+*](?![+*#\p{N}]|\p{L}{1,2}(?!\p{L})))`,
  "u",
);
const ENDS_IN_LETTER = lazyPattern(String.raw`\p{L}$`, "u");
const SYMBOLS = /^(?:[+*/%=<>!&|^~?@$#]{1,3}|->|<-|::|:=)(?=$|[\s)\]},;:'"”’`.])/u;
const OPENING = /[\s([{'"“‘`]/u;

/** The end and the kind of the token that starts at `at`; a separator ends after one character. */
function tokenEnd(text: string, at: number): [end: number, kind: TokenKind] {
  const code = text.charCodeAt(at);
  if (code < 128) {
    if (isAsciiAlphanumeric(code)) return [wordEnd(text, at), "word"];
    const opens = code !== SPACE && (at === 0 || OPENING.test(text[at - 1]!));
    if (!opens) return [at + 1, "separator"];
    if (code === DOT && isLetter(characterAt(text, at + 1))) return [wordEnd(text, at + 1), "word"];
    const symbols = SYMBOLS.exec(text.slice(at, at + 4));
    return symbols ? [at + symbols[0].length, "word"] : [at + 1, "separator"];
  }
  const first = characterAt(text, at);
  if (isLetter(first)) return [wordEnd(text, at), "word"];
  const end = at + first.length;
  if (PICTURE().test(first) || (LETTER().test(first) && UNSPACED().test(first))) {
    return [attachedEnd(text, end, PICTURE().test(first)), "sign"];
  }
  return [end, "separator"];
}

const SPACE = 32;
const DOT = 46;

function wordEnd(text: string, start: number): number {
  let end = start;
  let code = 0;
  for (; end < text.length; end += code < 128 ? 1 : characterAt(text, end).length) {
    code = text.charCodeAt(end);
    if (code < 128 ? !isAsciiAlphanumeric(code) : !isLetter(characterAt(text, end))) break;
  }
  if (end === text.length || (code < 128 && !BELONGING.includes(code))) return end;
  const behind = text.slice(end, end + 5).normalize("NFKC");
  const ending = ENDING().exec(behind);
  if (ending) return end + ending[0].length;
  const suffix = SUFFIX().exec(behind);
  if (suffix === null || !ENDS_IN_LETTER().test(text.slice(start, end))) return end;
  const short = end - start <= 2;
  return short || suffix[0] === "++" || suffix[0] === "#" ? end + suffix[0].length : end;
}

/** `#`, `'`, `*` and `+`, which may belong to the word before them. */
const BELONGING: readonly number[] = [35, 39, 42, 43];

/** The end of a sign with its combining marks; for an emoji, with the emoji joined to it as well. */
function attachedEnd(text: string, start: number, picture: boolean): number {
  let end = start;
  while (end < text.length) {
    const next = characterAt(text, end);
    const joined = picture && text[end - 1] === "\u200d" && PICTURE().test(next);
    if (!joined && !ATTACHED().test(next)) break;
    end += next.length;
  }
  return end;
}

function isLetter(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code < 128) return isAsciiAlphanumeric(code);
  return LETTER().test(character) && !UNSPACED().test(character);
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : code > 0xffff ? text.slice(at, at + 2) : text[at]!;
}

/** Splits a text into pieces of at most 60 bytes of UTF-8. What JSON escapes as `\u0000` counts as 6. */
function inPieces(text: string): string[] {
  if (text.length <= 20) return [text];
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const isEscaped = code < 0x20 || (code >= 0xd800 && code <= 0xdfff);
    const width = isEscaped ? 6 : code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes + width > 60) {
      pieces.push(piece);
      piece = "";
      bytes = 0;
    }
    piece += character;
    bytes += width;
  }
  pieces.push(piece);
  return pieces;
}

function isAsciiAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Compiles a pattern on first use, because Unicode classes take up to a millisecond. */
function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source, flags);
    return pattern;
  };
}
