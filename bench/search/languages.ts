import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Route } from "../../worker/contract/route.ts";
import { fold } from "../../worker/contract/search/fold.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { markdownTable } from "../report.ts";
import type { Engine } from "./engines.ts";

const LANGUAGES: Readonly<Record<string, string>> = {
  en: "english",
  de: "german",
  fr: "french",
  es: "spanish",
  it: "italian",
  pt: "portuguese",
  nl: "dutch",
  sv: "swedish",
  ru: "russian",
  tr: "turkish",
  fi: "finnish",
};

/**
 * Asks the same help pages in several languages for inflected forms of words in their titles: other words of
 * the texts with the same Snowball stem, seen twice, in no title, tag or summary. Of these, the share in percent
 * that finds a page with the word in its title among the first ten.
 *
 * Needs the pages of github.com/obsidianmd/obsidian-help below `obsidian-help` in `SEARCH_CORPORA`.
 */
export async function reportLanguages(engines: readonly Engine[]): Promise<void> {
  const folder = join(process.env.SEARCH_CORPORA ?? "", "obsidian-help");
  if (!existsSync(folder)) return console.log(`\nThere are no help pages at ${folder}.`);
  const rows = new Map(engines.map(({ name }) => [name, [name]]));
  const counts: number[] = [];
  for (const [code, name] of Object.entries(LANGUAGES)) {
    const { documents, queries } = await helpPages(join(folder, code), name);
    counts.push(queries.length);
    for (const { name, build, load } of engines) {
      const { find } = await load(Buffer.from(await build(documents)));
      const found = queries.filter(({ text, routes }) =>
        find(text)
          .slice(0, 10)
          .some((route) => routes.has(route)),
      );
      rows.get(name)!.push(((100 * found.length) / queries.length).toFixed(0));
    }
  }
  console.log("\n### Help pages in eleven languages, asked with inflected words, in percent\n");
  console.log(
    markdownTable(
      ["engine", ...Object.keys(LANGUAGES)],
      [["queries", ...counts.map(String)], ...rows.values()],
    ),
  );
}

interface Question {
  readonly text: string;
  readonly routes: ReadonlySet<string>;
}

async function helpPages(
  folder: string,
  language: string,
): Promise<{ documents: SearchDocument[]; queries: Question[] }> {
  const { stemmer }: { stemmer(word: string): string } = await import(
    `@orama/stemmers/${language}`
  );
  const pages = globSync("**/*.md", { cwd: folder })
    .map((file) => {
      const text = plain(readFileSync(join(folder, file), "utf8"));
      const summary = text.split(/\n\s*\n/).find((part) => /^\s*[\p{L}\d]/u.test(part)) ?? "";
      const title = basename(file, ".md");
      return {
        route: `/${file.slice(0, -3)}` as Route,
        title,
        tags: [],
        summary: summary.trim(),
        text,
      };
    })
    .sort((a, b) => compareCodePoints(a.route, b.route));
  const searched = new Set(
    pages.flatMap(({ title, summary }) => wordsOf(`${title} ${summary}`).map(fold)),
  );
  const counts = new Map<string, number>();
  for (const word of pages.flatMap(({ text }) => wordsOf(text))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const forms = new Map<string, string[]>();
  for (const [word, count] of counts) {
    if (count < 2 || searched.has(fold(word))) continue;
    const stem = stemmer(word);
    forms.set(stem, [...(forms.get(stem) ?? []), word]);
  }
  const titles = new Map<string, Set<string>>();
  for (const { title, route } of pages) {
    for (const word of wordsOf(title)) {
      const stem = stemmer(word);
      titles.set(stem, (titles.get(stem) ?? new Set()).add(route));
    }
  }
  const queries = [...titles].flatMap(([stem, routes]) =>
    (forms.get(stem) ?? []).map((text) => ({ text, routes })),
  );
  return { documents: pages.map(({ text: _, ...document }) => document), queries };
}

/** Without front matter, code, addresses and the signs of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|https?:\S+|<[^>]*>/g, " ")
    .replace(/!?\[\[(?:[^\]|]*\|)?|\]\]|[*_>[\]]/g, "");
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? []
  );
}
