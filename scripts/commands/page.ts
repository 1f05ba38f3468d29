import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = join(import.meta.dirname, "../../page");
/** Where a package has the page, built. */
const BUILT = join(import.meta.dirname, "../../page.html");

/** The page to try the API, as a package has it, or else built from its sources. */
export async function readPage(): Promise<string> {
  return existsSync(BUILT) ? readFileSync(BUILT, "utf8") : buildPage();
}

/** Builds the page: one HTML file that needs no other. */
export async function buildPage(): Promise<string> {
  // A package does not have it.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, "main.ts"), join(SOURCES, "style.css")],
    outdir: SOURCES,
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const [script, style] = [".js", ".css"].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(end))!.text,
  );
  return readFileSync(join(SOURCES, "index.html"), "utf8")
    .replace('<link rel="stylesheet" href="style.css">', () => `<style>${style}</style>`)
    .replace(' src="main.ts">', () => `>${script}`);
}
