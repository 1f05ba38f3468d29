// What `encodeURIComponent` leaves alone, and slashes.
const UNENCODED = /^[/A-Za-z0-9_.~!*'()-]*$/;

/**
 * The one spelling of a path that all its equivalent spellings share, and the asset store's own:
 * each segment decoded, in Unicode form NFC, and encoded as `encodeURIComponent` does; dot segments
 * resolved. An encoded slash stays encoded: it is not a slash.
 *
 * @param path From the first slash, without the query. May hold characters beyond ASCII as they are.
 * @returns `undefined` if a percent sign is not followed by two hexadecimal digits, or if the octets
 * are not UTF-8.
 */
export function canonicalAddress(path: string): string | undefined {
  if (UNENCODED.test(path) && !path.includes("/.")) return path;
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    const canonical = canonicalSegment(segment);
    if (canonical === undefined) return undefined;
    segments.push(canonical);
  }
  return withoutDotSegments(segments).join("/");
}

function canonicalSegment(segment: string): string | undefined {
  try {
    return encodeURIComponent(decodeURIComponent(segment).normalize("NFC"));
  } catch {
    return undefined;
  }
}

/** RFC 3986, section 5.2.4. The first segment is what stands before the first slash: nothing. */
function withoutDotSegments(segments: readonly string[]): string[] {
  const kept: string[] = [];
  for (const [i, segment] of segments.entries()) {
    const dots = segment === "." || segment === "..";
    if (segment === ".." && kept.length > 1) kept.pop();
    if (!dots) kept.push(segment);
    else if (i === segments.length - 1) kept.push("");
  }
  return kept;
}
