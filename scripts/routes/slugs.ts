import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { folderOf, lastPart, withoutMarkdownExtension } from "../content/paths.ts";

/** The longest name that file systems can store, in bytes. */
const MAX_NAME_BYTES = 255;
const EXTENSION = ".json".length;
/** Names of devices on Windows, with any extension. Superscript digits of Latin-1 count as digits there. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(\.|$)/i;
/** The slug of a name with no characters that a slug keeps. */
const NAMELESS = "untitled";
/** The names of languages and notes in music: `C#`, `F# 8`. */
const SHARP = /(?<=\p{L})#(?![\p{L}\p{N}#+_])/gu;
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;
/** What a slug does not keep, with the dashes around it. */
const SIGNS = /-*(?:[^\p{L}\p{M}\p{N}_.+-]+-*)+/gu;

/**
 * The slug of a file or folder name, which keeps what tells names apart: letters of all scripts, digits, `-`,
 * `_`, `.` and `+`. `C#` is `c-sharp`; white space and other signs are a dash. Never empty.
 */
export function slugName(name: string): string {
  const kept = name.normalize("NFC").toLowerCase().replace(INVISIBLE, "").replace(SHARP, "-sharp");
  const slug = kept
    .replace(SIGNS, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .normalize("NFC");
  const safe = slug.replace(/\.json$/, "-json").replace(DEVICE, `$1-${NAMELESS}$2`);
  return safe || NAMELESS;
}

/** A file or folder whose name has the slug of another one in the same folder, and therefore a number. */
interface SharedSlug {
  path: string;
  slug: string;
  /** The path that has the slug without a number. */
  first: string;
}

/**
 * The slugs of paths, each part a `slugName`. In a folder no two are equal: the second of two equal ones
 * ends in `-1`. A name that is its own slug keeps it.
 * @param files distinct paths with `/` and extensions
 * @returns the slug of each path, with `/`, without extension
 */
export function slugPaths(files: readonly string[]) {
  const folders = [...new Set(files.flatMap(foldersAround))];
  const shared: SharedSlug[] = [];
  const names = new Map([
    ...uniqueSlugs(files, withoutMarkdownExtension, shared),
    ...uniqueSlugs(folders, (folder) => folder, shared),
  ]);
  const slugOf = (path: string) =>
    [path, ...foldersAround(path)].reverse().map((each) => names.get(each)!);
  return { slugs: new Map(files.map((file) => [file, slugOf(file).join("/")])), shared };
}

/** The folders that contain a file or folder, the innermost first. */
function foldersAround(path: string): string[] {
  const folder = folderOf(path);
  return folder === "" ? [] : [folder, ...foldersAround(folder)];
}

/** The slugs of the names of paths, unique in each folder. @param shared receives those that have a number */
function uniqueSlugs(
  paths: readonly string[],
  stemOf: (path: string) => string,
  shared: SharedSlug[],
): Map<string, string> {
  const names = paths.map((path) => {
    const stem = lastPart(stemOf(path));
    const base = slugName(stem);
    const rank = base === stem ? 0 : base === stem.toLowerCase() ? 1 : 2;
    return { path, key: `${folderOf(path)}/${base}`, base, rank };
  });
  names.sort((a, b) => a.rank - b.rank || compareCodePoints(a.path, b.path));
  const owners = new Map<string, { path: string; count: number }>();
  const slugs = new Map<string, string>();
  for (const { path, key, base } of names) {
    const owner = owners.get(key);
    let number = "";
    while (owner && owners.has(key + number)) number = `-${++owner.count}`;
    owners.set(key + number, { path, count: 0 });
    slugs.set(path, base + number);
    if (owner) shared.push({ path, slug: base + number, first: owner.path });
  }
  return slugs;
}

/**
 * Why a file or folder of the output cannot have this name: it would be elsewhere, or some system
 * forbids it. Undefined if all systems can store it.
 */
export function explainUnsafeSegment(segment: string): string | undefined {
  if (segment === "" || /^\.{1,2}$|[. ]$/.test(segment))
    return "is empty or ends with a dot or a space";
  // A folder of this name would have the path of the file of a note.
  if (/\.json$/i.test(segment)) return "ends with .json";
  if (DEVICE.test(segment)) return "is the name of a device on Windows";
  if (Buffer.byteLength(segment) + EXTENSION > MAX_NAME_BYTES) {
    return `is longer than ${MAX_NAME_BYTES - EXTENSION} bytes`;
  }
  const forbidden = /[\p{Cc}/\\<>:"|?*]/u.exec(segment);
  return forbidden ? `contains ${JSON.stringify(forbidden[0])}` : undefined;
}
