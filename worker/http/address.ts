import { NOTES_FOLDER } from "../contract/addresses.ts";

// What `encodeURIComponent` leaves alone, and slashes.
const UNENCODED = /^[/A-Za-z0-9_.~!*'()-]*$/;

/** Stands for a segment that cannot be decoded; one that can is never a percent sign alone. */
const UNDECODABLE = "%";

/**
 * The one spelling of a path that all its equivalent spellings share, and the asset store's own:
 * each segment decoded, in Unicode form NFC, and encoded as `encodeURIComponent` does; dot segments
 * resolved (RFC 3986, section 5.2.4). An encoded slash is a slash in the address of a note, since
 * clients made from an OpenAPI document encode those of a route; elsewhere it stays encoded.
 *
 * @param path From the first slash, without the query. May hold characters beyond ASCII as they are.
 * @param basePath What stands in front of every address: empty, or such as `/docs`.
 * @returns `undefined` if a percent sign is not followed by two hexadecimal digits, or if the octets
 * are not UTF-8.
 */
export function canonicalPath(path: string, basePath: string): string | undefined {
  // Most paths are canonical as they come: 0.2 µs instead of 5.
  if (UNENCODED.test(path) && !path.includes("/.")) return path;
  const notesFolder = (basePath + NOTES_FOLDER).split("/").slice(0, -1);
  const segments: string[] = [];
  let endsInDots = false;
  for (const encoded of path.split("/")) {
    const isOfNote = notesFolder.every((segment, i) => segment === segments[i]);
    for (const segment of canonicalSegments(encoded, isOfNote)) {
      endsInDots = segment === "." || segment === "..";
      // The first segment is what stands before the first slash: nothing.
      if (segment === ".." && segments.length > 1) segments.pop();
      if (!endsInDots) segments.push(segment);
    }
  }
  if (endsInDots) segments.push("");
  return segments.includes(UNDECODABLE) ? undefined : segments.join("/");
}

/** What a segment of a path stands for: several where slashes are encoded in a note's address. */
function canonicalSegments(encoded: string, isOfNote: boolean): string[] {
  try {
    const text = decodeURIComponent(encoded).normalize("NFC");
    return (isOfNote ? text.split("/") : [text]).map(encodeURIComponent);
  } catch {
    return [UNDECODABLE];
  }
}
