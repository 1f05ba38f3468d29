/**
 * Whether a list of entity tags names a tag, compared weakly (RFC 9110, section 13.1.2).
 *
 * @param list Value of `If-None-Match`; `null` where there is none.
 * @param etag A strong tag, quotes included, of letters, digits and hyphens.
 */
export function matchesEtag(list: string | null, etag: string): boolean {
  // In a list, what stands between the closing quote of one tag and the opening quote of the next is a
  // comma and spaces, so a tag with letters or digits is found nowhere but as a tag of the list.
  return list !== null && (list.includes(etag) || list === "*");
}

/** A strong entity tag of a body: the first 32 hexadecimal digits of its SHA-256, in quotes. */
export async function bodyEtag(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body), 0, 16);
  return `"${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}
