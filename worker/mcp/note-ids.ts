import type { Route } from "../contract/route.ts";

/** What an `id` names: a note, and the part of it that is wanted. */
export interface NoteId {
  /** What precedes the first `#`: a route, or an address. */
  readonly note: string;
  /** A heading, as the fragment of a link names it; empty for the whole note. */
  readonly anchor: string;
  /** Number of a piece of the note or of the section, from 1. */
  readonly piece: number;
}

const PIECE = /(?:^|&)piece=([1-9]\d{0,4})$/;

/** Reads an `id`, as `writeId` writes it or as it is written in a link. */
export function readId(id: string): NoteId {
  const [note = "", fragment = ""] = id.split(/#(.*)/s);
  const piece = Number(PIECE.exec(fragment)?.[1] ?? 1);
  return { note, anchor: decoded(fragment.replace(PIECE, "")), piece };
}

export function writeId({ note, anchor, piece }: NoteId): string {
  const parts = [anchor, piece > 1 ? `piece=${piece}` : ""].filter((part) => part !== "");
  return parts.length > 0 ? `${note}#${parts.join("&")}` : note;
}

/** An address with a host: its host with the port, and its path. */
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)([^?#]*)/i;
/** A note's address in the API: no route ends in `.json`. */
const IN_API = /\/api\/v1\/notes(\/.+)\.json$/;

/** A place that has notes below it: a host with its port, and the path before that of a note. */
export interface Site {
  readonly host: string;
  readonly path: string;
}

/** @param url absolute, without a slash at the end */
export function siteAt(url: string): Site {
  const [, host = "", path = ""] = ADDRESS.exec(url) ?? [];
  return { host: host.toLowerCase(), path: decoded(path) };
}

/**
 * The routes that a path or an address may mean, the likeliest first: encoded or not, with or without outer slashes, as
 * an address of the API or of a page.
 *
 * @param sites where the notes are
 * @returns undefined for an address of another host
 */
export function routesIn(text: string, sites: readonly Site[]): Route[] | undefined {
  const [, host, ownPath] = ADDRESS.exec(text) ?? [];
  const own = host === undefined ? sites : sites.filter((site) => site.host === host.toLowerCase());
  if (host !== undefined && own.length === 0) return undefined;
  const path = decoded((ownPath ?? text).toWellFormed());
  const [, inApi] = IN_API.exec(path) ?? [];
  if (inApi !== undefined) return [routeOf(inApi)];
  const below = own
    .filter((site) => path.startsWith(`${site.path}/`))
    .map((site) => path.slice(site.path.length));
  // A link in a note may begin like the path of the site.
  const paths = host === undefined ? [path, ...below] : [...below, path];
  return [...new Set(paths.map(routeOf))];
}

function routeOf(path: string): Route {
  const isSegment = (part: string) => part !== "" && part !== "." && part !== "..";
  return `/${path.normalize("NFC").split("/").filter(isSegment).join("/")}` as Route;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
