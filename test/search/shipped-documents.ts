import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";

/** The notes this project ships, as the search engine sees them. */
export function shippedDocuments(): SearchDocument[] {
  const content = join(import.meta.dirname, "../../content");
  return readdirSync(content, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => {
      const source = readFileSync(join(content, path), "utf8");
      const frontMatter: FrontMatter = parse(source.split(/^---$/m)[1] ?? "");
      const { title, summary = "", tags = [], domain, category } = frontMatter;
      return {
        route: `/${path.replaceAll("\\", "/").replace(/\.md$/, "")}` as Route,
        title,
        summary,
        tags,
        collection: path.split(/[\\/]/)[0] ?? "",
        ...(domain === undefined ? {} : { domain }),
        ...(category === undefined ? {} : { category }),
      };
    })
    .sort((a, b) => compareCodePoints(a.route, b.route));
}

interface FrontMatter {
  title: string;
  summary?: string;
  tags?: string[];
  domain?: string;
  category?: string;
}
