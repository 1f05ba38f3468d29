/**
 * Returns the value of the first query parameter with a name, decoded like a form: `+` is a space.
 *
 * @param query Without the question mark.
 * @param name Compared with the decoded name of each parameter.
 * @returns `undefined` if there is no such parameter, `null` if its value cannot be decoded.
 */
export function formParameter(query: string, name: string): string | null | undefined {
  for (const parameter of query.split("&")) {
    const nameEnd = `${parameter}=`.indexOf("=");
    if (decode(parameter.slice(0, nameEnd)) === name) return decode(parameter.slice(nameEnd + 1));
  }
  return undefined;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
