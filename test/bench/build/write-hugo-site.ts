import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const KINDS = ["404", "RSS", "home", "robotsTXT", "section", "sitemap", "taxonomy", "term"];
const CONFIG = `disableKinds = ${JSON.stringify(KINDS)}
disableAliases = true
disablePathToLower = true
uglyURLs = true
[outputs]
page = ["json"]
[frontmatter]
date = []
expiryDate = []
lastmod = []
publishDate = []
`;
const TEMPLATE = '{{ dict "title" .Title "markdown" .RawContent | jsonify }}\n';

/**
 * Writes a site for Hugo that makes one JSON file a note with title and raw Markdown and does as little
 * else as its settings allow: no lists, no dates, no redirects, and no Markdown is rendered.
 */
export function writeHugoSite(folder: string): void {
  const layouts = join(folder, "layouts/_default");
  mkdirSync(layouts, { recursive: true });
  writeFileSync(join(folder, "hugo.toml"), CONFIG);
  writeFileSync(join(layouts, "single.json"), TEMPLATE);
}
