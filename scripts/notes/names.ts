import { slug } from "github-slugger";

/** File systems hold names of at most this many bytes. */
const LONGEST_NAME = 255;
const EXTENSION = ".json".length;
/** Names of devices on Windows, whatever their extension. The small digits of Latin-1 count as digits there. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(\.|$)/i;
/** For a name none of whose characters are kept in a slug. */
const NAMELESS = "untitled";
/** Most names: a slug keeps all their characters except spaces, and they have one Unicode form. */
const PLAIN = /^[\w -]+$/;

/** The slug of a file's or folder's name, as GitHub makes one of a heading; never empty. */
export function slugName(name: string): string {
  const made = PLAIN.test(name)
    ? name.toLowerCase().replaceAll(" ", "-")
    : slug(name.normalize("NFC")).normalize("NFC") || NAMELESS;
  return DEVICE.test(made) ? `${made}-${NAMELESS}` : made;
}

/**
 * Why a name cannot be a segment of a route as it is, or undefined where it can. Letters of all
 * scripts are fine, and digits, `-`, `_`, `.`, `~` and `+`.
 */
export function nameFault(name: string): string | undefined {
  if (name === "" || /^[.-]|\.$/.test(name)) return "begins or ends with a dot or a dash";
  const unsafe = segmentFault(name);
  if (unsafe !== undefined) return unsafe;
  if (name !== name.toLowerCase()) return "has upper-case letters";
  const odd = /[^\p{L}\p{M}\p{N}._~+-]/u.exec(name);
  return odd ? `holds ${JSON.stringify(odd[0])}` : undefined;
}

/**
 * Why no system can be asked to store a file or folder of this name below the output, or undefined
 * where all can: it would lie elsewhere, or some system forbids the name.
 */
export function segmentFault(segment: string): string | undefined {
  if (segment === "" || /^\.{1,2}$|[. ]$/.test(segment))
    return "is empty or ends with a dot or a space";
  if (DEVICE.test(segment)) return "is the name of a device on Windows";
  if (Buffer.byteLength(segment) + EXTENSION > LONGEST_NAME) {
    return `is longer than ${LONGEST_NAME - EXTENSION} bytes`;
  }
  const forbidden = /[\p{Cc}/\\<>:"|?*]/u.exec(segment);
  return forbidden ? `holds ${JSON.stringify(forbidden[0])}` : undefined;
}

/** The fields in braces of a route's form, before its `{slug}` or `{path}`: folders are named for them. */
export function routeFields(route: string): string[] {
  return [...route.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!).slice(0, -1);
}
