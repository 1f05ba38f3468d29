/** Whether a folded word is so common in English that a note which lacks it misses nothing. */
export function isStopWord(folded: string): boolean {
  return STOP_WORDS.has(folded);
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about all also am an and any are as at be been but by can could did do does for from had has " +
    "have how i if in into is it its may me my no not of on only or other our over should so some " +
    "such than that the their them then there these they this those to under upon us use used using " +
    "was we were what when where which while who whom why will with would you your"
  ).split(" "),
);
