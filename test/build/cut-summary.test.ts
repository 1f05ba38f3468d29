import fc from "fast-check";
import { expect, test } from "vitest";
import { cutSummary } from "../../scripts/notes/cut-summary.ts";

/** The same by what it says: the text in one line, cut at a word. */
function bySaying(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= 300) return flat;
  const space = flat.lastIndexOf(" ", 300);
  const end = space > 150 ? space : 300;
  const whole = (flat.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
  return `${flat.slice(0, whole).replace(/[\s,;:.–—-]+$/, "")}…`;
}

test("a summary is the text in one line, cut at a word", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "a",
      "bc, ",
      "word ",
      " ",
      "  ",
      "\n",
      "\u00a0",
      "👋",
      ".",
      " – ",
      " — ",
      ": ",
      "; ",
      "- ",
      "x".repeat(140),
    ),
    fc.constantFrom("Many words in a row and some more. ", "y".repeat(299), "z ".repeat(149)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      expect(cutSummary(text)).toBe(bySaying(text));
    }),
    { numRuns: 3000, seed: 2026 },
  );
});
