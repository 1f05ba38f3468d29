/**
 * The offset (UTF-16 units) after the line on which a JSON object at the start of a text ends, or
 * undefined where the text does not start with an object of keys that has its last line for itself.
 */
export function jsonBlockEnd(text: string): number | undefined {
  if (!/^\{\s*"/.test(text)) return undefined;
  const token = /"(?:[^"\\\n]|\\.)*"|[{}]/g;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === "{") depth++;
    if (match[0] === "}") depth--;
    if (depth > 0) continue;
    const end = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(token.lastIndex));
    return end ? token.lastIndex + end[0].length : undefined;
  }
  return undefined;
}
