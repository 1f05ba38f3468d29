/** Whether an odd number of backslashes stands before `offset`, counted back to `from` at most. */
export function isEscaped(text: string, offset: number, from = 0): boolean {
  let at = offset;
  while (at > from && text.charCodeAt(at - 1) === 92) at--;
  return (offset - at) % 2 === 1;
}
