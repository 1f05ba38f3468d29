/**
 * What a word is compared by: Unicode NFKC, lower case, without accents, without what is neither
 * letter nor digit, but for the symbols of a name. `Ångström` gives `angstrom`, `Ｃ＋＋` gives `c++`,
 * `n²` gives `n2`, `Dijkstra's` gives `dijkstra`, `Straße` gives `strasse`, `ｶﾞ` gives `ガ`,
 * `الخوارزمية` without the article `خوارزمية`. What has
 * at most 60 UTF-16 units, as every word does, has no more when it is folded.
 */
export function fold(word: string): string {
  let plain = true;
  for (let i = 0; i < word.length && plain; i++) {
    const code = word.charCodeAt(i);
    plain = code < 128 && code !== 39;
  }
  if (plain) return word.toLowerCase();
  const folded = word
    .normalize("NFKD")
    .toLowerCase()
    .replace(/['’]s$/, "")
    .replace(/[\u{300}-\u{36f}]|['’\u{2044}]|\u{fe0f}|\u{200d}/gu, "")
    .replace(/[ßæœøłđðþıς]/g, (letter) => LETTERS[letter]!)
    .normalize("NFKC")
    .replace(ARABIC_ARTICLE, "");
  return word.length <= MOST_UNITS ? folded.slice(0, MOST_UNITS) : folded;
}

/** `al-`, before three letters or more. */
const ARABIC_ARTICLE = /^ال(?=[\u0621-\u064a]{3})/;

/** With the word itself, 60 bytes, they are at most 240 bytes of the index, which counts to 255. */
const MOST_UNITS = 60;

/** Letters that Unicode does not take apart, by what English writes for them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
};
