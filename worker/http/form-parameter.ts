/**
 * The value of the first parameter of a name in a query, decoded as a form sends it: `+` is a space.
 *
 * @param query Without its question mark.
 * @param name Compared with the decoded name of each parameter.
 * @returns `undefined` if there is no such parameter, `null` if its value cannot be decoded.
 */
export function formParameter(query: string, name: string): string | null | undefined {
  let start = 0;
  while (start < query.length) {
    const ampersand = query.indexOf("&", start);
    const end = ampersand === -1 ? query.length : ampersand;
    const equals = query.indexOf("=", start);
    const nameEnd = equals === -1 || equals > end ? end : equals;
    if (decoded(query.slice(start, nameEnd)) === name) {
      return decoded(query.slice(nameEnd + 1, end));
    }
    start = end + 1;
  }
  return undefined;
}

function decoded(text: string): string | null {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}
