import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_PIECE, pieceOf } from "../../worker/mcp/pieces.ts";

/** All pieces of a text. */
function piecesOf(markdown: string): string[] {
  const pieces: string[] = [];
  for (let number = 1; ; number++) {
    const piece = pieceOf(markdown, number);
    if (piece === undefined) expect.fail("the last piece is not marked");
    pieces.push(piece.text);
    if (piece.isLast) {
      expect(pieceOf(markdown, number + 1)).toBeUndefined();
      return pieces;
    }
  }
}

const lines = (length: number, line = "some words") =>
  `${line}\n`.repeat(length / (line.length + 1));

test("a note of 50,000 characters is one piece, and one more makes it two", () => {
  expect(piecesOf("x".repeat(MAX_PIECE))).toHaveLength(1);
  expect(piecesOf("x".repeat(MAX_PIECE + 1))).toHaveLength(2);
  expect(piecesOf("")).toEqual([""]);
});

test.each<[what: string, first: string, rest: string]>([
  [
    "before the last heading of its second half",
    `${lines(30_000)}# One\n${lines(5000)}## Two\n\n${lines(5000)}\n${lines(2000)}`,
    `# Three\n\n${lines(20_000)}`,
  ],
  ["not before a heading of its first half", `# A\n# B\n${lines(40_000)}\n`, lines(20_000)],
  ["before an indented heading", lines(40_000), `   ###### Six\n${lines(20_000)}`],
  [
    "not before what only looks like a heading",
    `${lines(40_000)}\n`,
    `#tag\n    # code\n${lines(20_000)}`,
  ],
  ["after the last blank line", `${lines(30_000)}\n${lines(15_000)}   \n`, lines(30_000)],
  [
    "not in a fence, where `#` begins a comment",
    `${lines(28_000)}\n`,
    `\`\`\`sh\n# a\n\n${lines(15_000)}~~~\n\n\`\`\`sh\n# b\n\n${lines(30_000)}\`\`\`\n`,
  ],
  [
    "after a fence",
    `${lines(20_000)}~~~~ a\n# a\n\n~~~\n${lines(10_000)}~~~~~  \n\n`,
    `Text \`\`\`a\`\`\`\n${lines(40_000)}`,
  ],
  ["after a line, if there is nothing else", lines(MAX_PIECE, "123456789"), lines(20_000)],
  ["with line breaks of Windows", `${lines(30_000)}\r\n`, `# A\r\n${lines(30_000)}`],
])("a piece ends %s", (_, first, rest) => {
  expect(piecesOf(first + rest)[0]?.slice(-60)).toBe(first.slice(-60));
  expect(piecesOf(first + rest)[0]).toBe(first);
});

test("all pieces in a row are the text, none is empty or too long, and no character is split", () => {
  const line = fc.oneof(
    fc.constantFrom("# A", "", "```", "~~~", "```js", "    # code", "text", "\r"),
    fc.nat(9000).map((length) => "w".repeat(length)),
    // Both halves of a pair are where a piece could end.
    fc.nat(60_000).map((length) => `${"w".repeat(length % 2)}${"😀".repeat(length)}`),
    fc.string({ unit: "binary", maxLength: 50 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (all) => {
      const text = all.join("\n").toWellFormed();
      const pieces = piecesOf(text);
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(MAX_PIECE);
        expect(piece.isWellFormed()).toBe(true);
        if (pieces.length > 1) expect(piece).not.toBe("");
      }
    }),
    { seed: 20261123 },
  );
});
