/**
 * Ways a query is disturbed. `typo`: one letter of one word of four letters or more is left out or
 * swapped with the next; which one follows from the text alone. `cut`: the last word is cut to four
 * letters, as while it is typed.
 */
export const disturb = {
  plain: (text: string): string => text,

  typo(text: string): string {
    const words = [...text.matchAll(/[A-Za-z]{4,}/g)];
    let seed = 0;
    for (let i = 0; i < text.length; i++) seed = (seed * 31 + text.charCodeAt(i)) >>> 0;
    const match = words[(seed >>> 3) % Math.max(words.length, 1)];
    if (match === undefined) return text;
    const [word] = match;
    const at = (seed >>> 11) % (word.length - 1);
    const wrong =
      seed % 2 === 0
        ? word.slice(0, at) + word.slice(at + 1)
        : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    return text.slice(0, match.index) + wrong + text.slice(match.index + word.length);
  },

  cut(text: string): string {
    const last = [...text.matchAll(/[A-Za-z0-9]+/g)].at(-1);
    return last === undefined || last[0].length <= 4 ? text : text.slice(0, last.index + 4);
  },
} as const;
