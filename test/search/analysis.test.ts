import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold } from "../../worker/contract/search/fold.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";
import { englishStem } from "../../worker/search/language.ts";

/** The folded words of a text, as in the index and in queries. */
function words(text: string): string {
  return tokenize(text)
    .filter((token) => token.kind !== "separator")
    .map((token) => fold(token.text))
    .join(" ");
}

describe("text to words", () => {
  test.each([
    ["F# and C#, too.", "f# and c# too"],
    [".NET", ".net"],
    ["Node.js", "node js"],
    ["A* search", "a* search"],
    ["B+ tree", "b+ tree"],
    ["B+tree", "b+ tree"],
    ["a+b and 2+2", "a b and 2 2"],
    ["C++17", "c++ 17"],
    ["notepad++", "notepad++"],
    ["std::vector", "std vector"],
    ["#include <map>", "include map"],
    ["O(n log n)", "o n log n"],
    ["n²", "n2"],
    ["TCP/IP", "tcp ip"],
    ["snake_case", "snake case"],
    ["camelCase", "camelcase"],
    ["Dijkstra's algorithm", "dijkstra algorithm"],
    ["don’t", "dont"],
    ["Ｄｉｊｋｓｔｒａ＇ｓ", "dijkstra"],
    ["we＇ｌｌ ｓｅｅ", "well see"],
    ["O'Reilly", "o reilly"],
    ["naïve Ångström", "naive angstrom"],
    ["Straße", "strasse"],
    ["Łukasz Øre", "lukasz ore"],
    ["ﬁle", "file"],
    ["e\u0301tude", "etude"],
    ["İstanbul", "istanbul"],
    ["ΛΌΓΟΣ λόγος", "λογοσ λογοσ"],
    ["数据库", "数 据 库"],
    ["ハッシュ", "ハ ッ シ ュ"],
    ["ｶﾞﾗｽ", "ガ ラ ス"],
    ["한국어", "한국어"],
    ["الكتاب الحب", "كتاب الحب"],
    ["ไทย", "ไ ท ย"],
    ["a => b && c", "a => b && c"],
    ["x=>y", "x y"],
    ["Addition (+)", "addition +"],
    ["🚀 launch", "🚀 launch"],
    ["👩‍💻", "👩💻"],
    ["", ""],
    [" .,;:- ", ""],
  ])("%j → %j", (text, expected) => {
    expect(words(text)).toBe(expected);
  });

  test("no text is lost: joining the tokens, with a space between two words, gives it again", () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        let again = "";
        let afterWord = false;
        for (const token of tokenize(text)) {
          if (afterWord && token.kind === "word") again += " ";
          again += token.text;
          afterWord = token.kind === "word";
        }
        expect(again).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("words are the same in any Unicode normal form and in any case", () => {
    for (const text of ["Ünïcode Ångström é", "ガラス", "한국어", "Straße"]) {
      for (const form of ["NFC", "NFD"] as const) {
        expect(words(text.normalize(form)), form).toBe(words(text));
        expect(words(text.normalize(form).toUpperCase()), form).toBe(words(text));
      }
    }
  });
});

/** Text with everything difficult: symbols, scripts, marks, emoji, all of Unicode. */
const TEXT = fc
  .array(
    fc.oneof(
      fc.constantFrom(" ", "  ", "C++", "c#", ".NET", "'s", "-", "/", "\n", "哈", "ｶﾞ", "é", "👩‍💻"),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.stringMatching(/^[a-zA-Z0-9]{1,70}$/),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("stems", () => {
  test.each([
    ["sorting", "sort"],
    ["queries", "queri"],
    ["hoping", "hope"],
    ["gaps", "gap"],
    ["gas", "gas"],
    ["https", "https"],
    ["c++", "c++"],
    ["ipv4s", "ipv4s"],
  ])("%s → %s", (word, expected) => {
    expect(englishStem(word)).toBe(expected);
  });
});
