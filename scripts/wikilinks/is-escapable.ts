/** Whether a backslash before the character (a UTF-16 unit) escapes it: ASCII punctuation. */
export function isEscapable(unit: number): boolean {
  return (
    (unit >= 33 && unit <= 47) ||
    (unit >= 58 && unit <= 64) ||
    (unit >= 91 && unit <= 96) ||
    (unit >= 123 && unit <= 126)
  );
}
