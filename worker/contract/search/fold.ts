/**
 * Folds a word to the term that it is indexed and looked up by: Unicode NFKC, lower case, without accents
 * and apostrophes. The symbols of a name stay. `Ångström` gives `angstrom`, `Ｃ＋＋` gives `c++`,
 * `n²` gives `n2`, `Dijkstra's` gives `dijkstra`, `Straße` gives `strasse`, `ｶﾞ` gives `ガ`,
 * `الخوارزمية` gives `خوارزمية`, without the article.
 * At most 60 UTF-16 units, as every token has, give at most 60.
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
  return word.length <= MAX_UNITS ? folded.slice(0, MAX_UNITS) : folded;
}

/** The article `al-`, if three or more letters follow. */
const ARABIC_ARTICLE = /^ال(?=[\u0621-\u064a]{3})/;

/** Up to 180 bytes; with the word itself, 60 bytes, that is 240, and the index stores lengths up to 255. */
const MAX_UNITS = 60;

/** Letters that Unicode does not decompose, and what English writes for them. */
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
