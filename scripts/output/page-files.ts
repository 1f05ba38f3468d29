import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGE_FILE } from "../../worker/contract/addresses.ts";
import type { Config } from "../config/config.ts";
import type { DistFile } from "./dist-files.ts";

const SOURCES = join(import.meta.dirname, "../../page");
/** Where a package has the page, built. */
const BUILT = join(import.meta.dirname, "../../page.html");
const TITLE = "<title>Notes</title>";
/** In every page that a build made. */
const GENERATOR = '<meta name="generator" content="notes-reference-api">';

/**
 * What static hosts answer where there is nothing; they serve it as HTML, or below `/api/v1` as JSON. Without such a
 * file, Cloudflare Pages answers a missing note with the page and status 200.
 */
const NOT_FOUND = {
  type: "about:blank",
  title: "Not Found",
  status: 404,
  detail: "There is nothing at this address.",
};

/** The paths of the files of the page, relative to the output folder. */
export const PAGE_PATHS = [PAGE_FILE.slice(1), "404.html"] as const;

/** Built only once, because a process runs the code as it was when it was loaded. */
let built: Promise<string> | undefined;

/** The page to try the API, with the title of the notes and the first paragraph about them; none with `page: false`. */
export async function pageFiles({
  api,
  page = true,
  pageTitle = "Notes",
}: Config): Promise<DistFile[]> {
  if (!page) return [];
  built ??= existsSync(BUILT) ? Promise.resolve(readFileSync(BUILT, "utf8")) : buildPage();
  const { title = pageTitle, description = "" } = api;
  const [about = ""] = description.trim().split(/\n\s*\n/, 1);
  const head = `<title>${escaped(title)}</title>\n<meta name="description" content="${escaped(about)}">`;
  const html = (await built).replace(TITLE, () => head);
  const [pagePath, notFoundPath] = PAGE_PATHS;
  return [
    { path: pagePath, bytes: Buffer.from(html) },
    { path: notFoundPath, bytes: Buffer.from(`${JSON.stringify(NOT_FOUND)}\n`) },
  ];
}

/** Whether a build made a file with the path of a page, by its content. */
export function isBuiltPage(text: string): boolean {
  return text.includes(GENERATOR) || text.startsWith(`{"type":${JSON.stringify(NOT_FOUND.type)}`);
}

/** Builds the page: one HTML file that needs no other, and runs and loads nothing else. */
export async function buildPage(): Promise<string> {
  // A package does not have it.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, "main.ts"), join(SOURCES, "style.css")],
    outdir: SOURCES,
    bundle: true,
    minify: true,
    format: "esm",
    legalComments: "none",
    write: false,
  });
  const [script = "", style = ""] = [".js", ".css"].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(end))!.text,
  );
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyFor(script, style)}">`;
  return readFileSync(join(SOURCES, "index.html"), "utf8")
    .replace(TITLE, `${policy}\n${GENERATOR}\n$&`)
    .replace('<link rel="stylesheet" href="style.css">', () => `<style>${style}</style>`)
    .replace(' src="main.ts">', () => `>${script}`);
}

/** The script allows no other service than its own, unless it is tried on this machine: see `page/api-client.ts`. */
function policyFor(script: string, style: string): string {
  const [scriptHash, styleHash] = [script, style].map(
    (text) => `'sha256-${hash("sha256", text, "base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${scriptHash}`,
    `style-src ${styleHash}`,
    "img-src https: data:",
    "connect-src http: https:",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}

function escaped(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
  return text.replace(/[&<"]/g, (character) => entities[character]!);
}
