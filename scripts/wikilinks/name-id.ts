/** Digits and letters that begin with a digit, also as a date with dashes, before a separator. */
const ID = /^\d[\da-z]*(?:-\d+)*(?=[\s_-]|$)/i;

/** The id with which a note's name begins, in lower case: of a date and time, of a day, or Luhmann's `1a2b`. */
export function nameId(name: string): string | undefined {
  return ID.exec(name)?.[0].toLowerCase();
}
