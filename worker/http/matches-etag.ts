/**
 * Whether a list of entity tags names a tag, compared weakly (RFC 9110, section 13.1.2).
 *
 * @param list Value of `If-None-Match`.
 * @param etag A strong tag, quotes included, of letters, digits and hyphens.
 */
export function matchesEtag(list: string, etag: string): boolean {
  // In a list, what stands between the closing quote of one tag and the opening quote of the next is a
  // comma and spaces, so a tag with letters or digits is found nowhere but as a tag of the list.
  return list.includes(etag) || list.trim() === "*";
}
