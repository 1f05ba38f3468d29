/**
 * Whether a list of entity tags contains a tag, by weak comparison (RFC 9110, section 13.1.2).
 *
 * @param list Value of `If-None-Match`; `null` if there is none.
 * @param etag A strong tag, quotes included, of letters, digits and hyphens.
 */
export function matchesEtag(list: string | null, etag: string): boolean {
  // Between the closing quote of one tag and the opening quote of the next, a list has only a comma and
  // spaces, so a quoted tag with letters or digits can only occur in it as a whole tag.
  return list !== null && (list.includes(etag) || list === "*");
}
