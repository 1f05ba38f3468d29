/** Whether a character, given by its code, is a letter or a digit of ASCII. */
export function isAsciiAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}
