import fc from "fast-check";
import { expect, test } from "vitest";
import { plainTokens } from "../../scripts/search-index/plain-tokens.ts";
import { tokensOf } from "../../scripts/search-index/tokens-of.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";

/** Undefined where it is in doubt. */
function plain(text: string): string[] | undefined {
  const bytes = Buffer.from(text);
  const spans = new Uint32Array(2 * bytes.length);
  const count = plainTokens(bytes, bytes.length, spans);
  if (count === -1) return undefined;
  return Array.from({ length: count / 2 }, (_, i) =>
    bytes.toString("utf8", spans[2 * i], spans[2 * i + 1]),
  );
}

function textsOf(text: string): string[] {
  return tokenize(text).map((token) => token.text);
}

const latin1 = String.fromCharCode(...Array(256).keys());
const piece = fc.oneof(
  fc.constantFrom(...latin1),
  fc.constantFrom(" ", " ", "'", "'s", "'t ", "'re", ".", "..", "++", "#", "=>", "(", "--", "\n"),
  fc.stringMatching(/^[a-zA-Z0-9]{1,5}$/),
  fc.constantFrom(
    "“",
    "“.NET",
    "“=> ",
    "a×",
    "÷",
    "”",
    "–",
    "—",
    "…",
    "’",
    "‘",
    "‼",
    "Ⰰ",
    "é",
    "Ü",
    "e\u0301",
    "日",
    "\ud800",
  ),
  fc.constantFrom("a".repeat(60), "a".repeat(61), "-".repeat(20), "-".repeat(21)),
);

test("where it is in no doubt, the tokens are those of any text", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const tokens = plain(pieces.join(""));
      if (tokens) expect(tokens).toEqual(textsOf(pieces.join("")));
    }),
    { numRuns: 3000 },
  );
});

test("the tokens of routes, and of all else, are those of any text", () => {
  const route = fc.stringMatching(/^(?:\/[a-z0-9]{1,9}(?:[-_+.#'~][a-z0-9]{1,5}){0,3}){1,4}$/);
  const text = fc.oneof(
    route,
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    route.map((part) => part.repeat(200)),
  );
  fc.assert(
    fc.property(text, (some) => {
      expect(tokensOf(some)).toEqual(tokenize(some));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  "",
  " ",
  "/terms/data-structures/hash-table",
  "Dijkstra's algorithm (1959), isn't it? O(n log n): a/b; TCP/IP, 50% of x=y.",
  "hash map\ndictionary",
  " 'quoted' \"words\" `code` ",
  "“Ünïcode” – naïve — über à la…",
])("what most texts hold leaves no doubt: %j", (text) => {
  expect(plain(text)).toEqual(textsOf(text));
});

test.each([
  "C++",
  "F# too",
  "A* search",
  ".NET",
  "a => b",
  "we're",
  "x".repeat(61),
  "*",
  "don’t",
  "日",
])("it is in doubt of %j", (text) => {
  expect(plain(text)).toBeUndefined();
});
