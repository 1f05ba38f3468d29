import { hash } from "node:crypto";
import { posix } from "node:path";
import {
  API_BASE,
  DIGESTS_ADDRESS,
  LINKS_ADDRESS,
  LIST_ADDRESS,
  noteAddress,
  OPENAPI_ADDRESS,
  PARTS_FOLDER,
  SEARCH_INDEX_FILE,
} from "../../worker/contract/addresses.ts";
import {
  type FieldValue,
  fullNoteFields,
  summaryFields,
  UPDATED_FIELD,
} from "../../worker/contract/note.ts";
import { INFO_PATH, type NotesInfo } from "../../worker/contract/notes-info.ts";
import type { Route } from "../../worker/contract/route.ts";
import { SUCCESS_HEADERS } from "../../worker/contract/success-headers.ts";
import type { ApiInfo } from "../config/config.ts";
import { cutText } from "../notes/parse-file.ts";
import type { Note } from "../notes/parsed-file.ts";
import { MAX_ASSET_BYTES } from "./platform-limits.ts";

/** A file in the output, with its content. */
export interface DistFile {
  /** Relative to the output folder, with `/`. */
  path: string;
  bytes: Uint8Array;
}

/** UTF-16 units of the description of the notes in tools, before an ellipsis. */
const MAX_ABOUT = 399;

/** The paths of the site-wide files, relative to the output folder, with `/`. */
export const SITE_PATHS = [
  SEARCH_INDEX_FILE,
  ".assetsignore",
  "_headers",
  "_redirects",
  LIST_ADDRESS.slice(1),
  OPENAPI_ADDRESS.slice(1),
  DIGESTS_ADDRESS.slice(1),
  LINKS_ADDRESS.slice(1),
  INFO_PATH.slice(1),
] as const;

/** The path of a note's file, relative to the output folder, with `/`. */
export function notePath(route: Route): string {
  return `${API_BASE.slice(1)}/notes${route}.json`;
}

export function noteFile(note: Note, markdown: string): DistFile {
  const fields = fullNoteFields(note.collection.full);
  const picked = pickFields({ ...valuesOf(note), markdown }, note, fields);
  return toFile(notePath(note.route), JSON.stringify(picked));
}

/** The digest of a note's file, from which a mirror learns whether it changed. */
export function noteDigest({ bytes }: DistFile): string {
  return hash("sha256", bytes, "hex").slice(0, 32);
}

/** The list of all notes. @param notes ordered by route */
export function listFile(notes: readonly Note[]): DistFile {
  const elements = notes.map((note) =>
    pickFields(valuesOf(note), note, summaryFields(note.collection.list)),
  );
  const json = JSON.stringify({ count: notes.length, notes: elements });
  return toFile(LIST_ADDRESS.slice(1), json);
}

/**
 * @param digests in the order of the list
 * @param parts number of parts
 */
export function digestsFile(digests: ReadonlyMap<Route, string>, parts: number): DistFile {
  const folder = posix.relative(posix.dirname(DIGESTS_ADDRESS), PARTS_FOLDER);
  const json = JSON.stringify({
    count: digests.size,
    digests: Object.fromEntries(digests),
    parts: Array.from({ length: parts }, (_, i) => `${folder}/${i + 1}.json`),
  });
  return toFile(DIGESTS_ADDRESS.slice(1), json);
}

/** The path of a part, relative to the output folder, with `/`. @param number from 1 */
export function partPath(number: number): string {
  return `${PARTS_FOLDER.slice(1)}${number}.json`;
}

/** What a part has before the first of its notes. */
export const PART_START = '{"notes":[';

/** A part of all notes. @param notes the files of its notes, in the order of the list */
export function partFile(number: number, notes: readonly Uint8Array[]): DistFile {
  const comma = Buffer.from(",");
  const elements = notes.flatMap((bytes, i) => (i === 0 ? [bytes] : [comma, bytes]));
  const bytes = Buffer.concat([Buffer.from(PART_START), ...elements, Buffer.from("]}")]);
  return { path: partPath(number), bytes };
}

/** @param links from the routes of notes, in the order of the list, to the routes that they link to */
export function linksFile(links: ReadonlyMap<Route, readonly Route[]>): DistFile {
  const json = JSON.stringify({ count: links.size, links: Object.fromEntries(links) });
  return toFile(LINKS_ADDRESS.slice(1), json);
}

/** What the Worker tells agents about the notes: of a description the first paragraph, shortened. */
export function infoFile({ title, description = "", site }: ApiInfo): DistFile {
  const [about = ""] = description.trim().split(/\n\s*\n/, 1);
  const info: NotesInfo = {
    ...(title && { title }),
    ...(about && { about: cutText(about, MAX_ABOUT) }),
    ...(site && { site: site.replace(/\/+$/, "") }),
  };
  return toFile(INFO_PATH.slice(1), JSON.stringify(info));
}

/**
 * `.assetsignore`, which keeps the search index from being served as an asset; and `links.json`, which clients can
 * do without, from being refused if the platform takes no file of its size.
 */
export function ignoreFile({ path, bytes }: DistFile): DistFile {
  const paths = bytes.length > MAX_ASSET_BYTES ? [SEARCH_INDEX_FILE, path] : [SEARCH_INDEX_FILE];
  return toFile(".assetsignore", paths.map((each) => `${each}\n`).join(""));
}

/**
 * `_headers`, which Cloudflare Pages and Netlify read when they serve the output without the Worker: an
 * address pattern, and below it the headers of the matching responses. With the Worker, the platform applies
 * it only to the asset store; every response has the Worker's own headers.
 */
export function headersFile(): DistFile {
  const headers = { ...SUCCESS_HEADERS, "Access-Control-Expose-Headers": "ETag" };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return toFile("_headers", `${API_BASE}/*\n${lines.join("")}`);
}

/** `_redirects`, which the same hosts read: a line for each former route, with both addresses and the status. */
export function redirectsFile(notes: readonly Note[]): DistFile {
  const lines = notes.flatMap(({ route, formerly }) =>
    formerly.map((old) => `${noteAddress(old)} ${noteAddress(route)} 308\n`),
  );
  return toFile("_redirects", lines.join(""));
}

function toFile(path: string, text: string): DistFile {
  return { path, bytes: Buffer.from(text) };
}

function valuesOf({ route, title, collection, tags, summary, updated }: Note) {
  const dated = updated === undefined ? {} : { [UPDATED_FIELD]: updated };
  return { route, title, collection: collection.name, tags, summary, ...dated };
}

/** The fields of a note in the order of `names`. Those without a value are left out. */
function pickFields(
  own: Readonly<Record<string, FieldValue>>,
  { fields }: Note,
  names: readonly string[],
): Record<string, FieldValue> {
  const picked: Record<string, FieldValue> = {};
  for (const name of names) {
    const values = Object.hasOwn(own, name) ? own : fields;
    if (Object.hasOwn(values, name)) picked[name] = values[name]!;
  }
  return picked;
}
