import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import { realPath } from "../content/paths.ts";

/** The folder of the project, or of the package, which is compiled. */
export const ROOT = join(import.meta.dirname, "../..");
export const IS_PACKAGE = import.meta.filename.endsWith(".js");

/** The folder of notes, unless a command names another. */
export const DEFAULT_CONTENT = IS_PACKAGE ? "." : "content";

/** How a command is typed: `npm run build -- --quiet`, or `notes-reference-api build --quiet`. */
export function typed(command: string, args = ""): string {
  const words = IS_PACKAGE
    ? ["notes-reference-api", ...(command === "start" ? [] : [command])]
    : ["npm", ...(command === "start" ? [] : ["run"]), command, ...(args ? ["--"] : [])];
  return [...words, ...(args ? [args] : [])].join(" ");
}

/** How a command is typed for a folder of notes: `npm run check -- "../my vault"`. */
export function typedFor(
  command: string,
  contentDir: string,
  options: readonly string[] = [],
): string {
  const words = [...(contentDir === DEFAULT_CONTENT ? [] : [contentDir]), ...options];
  const quoted = words.map((word) => (/[^\p{L}\p{N}_./\\:@+-]/u.test(word) ? `"${word}"` : word));
  return typed(command, quoted.join(" "));
}

/** `defaultOutput` in words. */
export const DEFAULT_OUTPUT = `${IS_PACKAGE ? "" : "dist for content; "}FOLDER/dist if it is a build,
                        else a folder in the user's cache`;

/** The default output folder of a folder of notes, the same for all commands. */
export function defaultOutput(contentDir: string): string {
  if (!IS_PACKAGE && realPath(resolve(contentDir)) === realPath(resolve(DEFAULT_CONTENT))) {
    return "dist";
  }
  const own = join(contentDir, "dist");
  return existsSync(join(own, SEARCH_INDEX_FILE)) ? own : join(cacheFolder(contentDir), "dist");
}

/** The folder of this program in the user's folder for caches. */
export function userCache(): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const usual = process.platform === "darwin" ? "Library/Caches" : ".cache";
  return join(LOCALAPPDATA || XDG_CACHE_HOME || join(homedir(), usual), "notes-reference-api");
}

/** The folder in the cache that belongs to a folder of notes. */
function cacheFolder(contentDir: string): string {
  const path = realPath(resolve(contentDir));
  return join(userCache(), `${basename(path)}-${hash("sha256", path).slice(0, 8)}`);
}
