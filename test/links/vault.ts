import { DiagnosticLog, type Problem } from "../../scripts/diagnostics/diagnostics.ts";
import { RULES, type RuleName, type Severity } from "../../scripts/diagnostics/rules.ts";
import type { LinkRules } from "../../scripts/links/link-diagnostics.ts";
import { linkNote } from "../../scripts/links/link-note.ts";
import { nameKey } from "../../scripts/links/name-index.ts";
import { type LinkTarget, NoteNames } from "../../scripts/links/note-names.ts";
import { scanMarkdown } from "../../scripts/markdown/scan.ts";
import type { Route } from "../../worker/contract/route.ts";

/** A note: its file, then, if they matter, its title, aliases and body. */
export type NoteRow = [file: string, title?: string, aliases?: string[], body?: string];

/** The notes that most tests link to. Routes are the paths; the linking note is `me.md`. */
const NOTES: NoteRow[] = [
  ["me.md", "Me", [], "## Costs\n\n## Costs\n"],
  ["glossary.md", "Glossary"],
  ["terms/glossary.md", "Glossary of terms"],
  [
    "terms/data-structures/hash-table.md",
    "Hash table",
    ["hash map", "hashmap"],
    "## Load factor\n\n### Costs\n\n## The `get` call\n\n### Costs\n\n## A: B & C\n",
  ],
  ["terms/data-structures/heap.md", "Heap"],
  ["terms/data-structures/my-post.md", "My post"],
  ["terms/memory/heap.md", "Heap memory"],
  ["terms/memory/page.md", "Page", ["memory page"]],
  ["terms/search/a-star.md", "A* search"],
  ["terms/types/list-of-t.md", "List<T>"],
  ["terms/types/init.md", "__init__"],
  ["terms/types/snake_case.md", "snake_case names"],
  ["terms/names/brackets.md", "a [b] c"],
  ["terms/names/constructor.md", "constructor"],
  ["terms/names/__proto__.md", "proto"],
  ["terms/names/caret.md", "^caret"],
  ["terms/names/100% (really) #1.md", "Odd name"],
  ["terms/net/tcp-ip.md", "TCP/IP"],
  ["terms/net/cafe.md", "Café"],
  ["terms/net/日本語.md", "日本語"],
  ["languages/c.md", "C", [], "## Syntax\n"],
  ["languages/c#.md", "C#", [], "## Syntax\n"],
  ["languages/c++.md", "C++"],
  ["languages/f-sharp.md", "F#"],
  ["languages/node.js.md", "Node.js"],
  ["languages/std.md", "Standard library", ["std::vector", "R&D", "$HOME"]],
];

export interface Setting {
  /** File of the linking note. */
  in?: string;
  notes?: NoteRow[];
  rules?: Partial<Record<RuleName, Severity>>;
  planned?: string[];
  markdownLinks?: LinkRules["markdownLinks"];
  attachments?: string;
  bodyLine?: number;
  /** Files of drafts. */
  drafts?: string[];
  /** Files that are not notes. */
  files?: string[];
}

/** Links a body as the note `in`, with every rule at `error` unless `rules` sets it. */
export function linkIn(
  body: string,
  setting: Setting = {},
): ReturnType<typeof linkNote> & { problems: Problem[] } {
  const targets = (setting.notes ?? NOTES).map(toTarget);
  const file = setting.in ?? "me.md";
  if (targets.every((target) => target.file !== file)) targets.push(toTarget([file, "Elsewhere"]));
  const note = targets.findIndex((target) => target.file === file);
  const strict = Object.fromEntries(Object.keys(RULES).map((rule) => [rule, "error"]));
  const severities = { ...strict, ...setting.rules } as Record<RuleName, Severity>;
  const { bodyLine = 1, markdownLinks = "keep" } = setting;
  const planned = new Set(setting.planned?.map((name) => nameKey(name, "loose")));
  const drafts = (setting.drafts ?? []).map((file) => toTarget([file]));
  const names = new NoteNames(targets, { drafts, files: setting.files ?? [] });
  const { attachments } = setting;
  const rules = { planned, markdownLinks, attachments, pagesWithoutFile: false };
  const linked = linkNote({ note, file, body, bodyLine, scan: scanMarkdown(body), names, rules });
  const log = new DiagnosticLog(severities);
  log.add(linked.diagnostics);
  return { ...linked, problems: log.sorted() };
}

function toTarget([file, title, aliases, body]: NoteRow): LinkTarget {
  const path = file.replace(/\.md$/, "");
  return {
    file,
    route: `/${path}` as Route,
    title: title ?? path.slice(path.lastIndexOf("/") + 1),
    aliases: aliases ?? [],
    scan: scanMarkdown(body ?? ""),
  };
}

/** The linked Markdown. @throws Error if there is a problem */
export function linked(body: string, setting?: Setting): string {
  const { markdown, problems } = linkIn(body, setting);
  if (problems.length > 0) throw new Error(`${body}: ${problems.map(inShort).join(", ")}`);
  return markdown;
}

/** The problems in short: `1:3 broken-link`, then the suggestions after `?`, or after `=` if only one is right. */
export function problemsOf(body: string, setting?: Setting): string[] {
  return linkIn(body, setting).problems.map(inShort);
}

function inShort({ line, column, rule, severity, suggestions, message }: Problem): string {
  const weight = severity === "warning" ? " (warning)" : "";
  const hints = suggestions
    .map((text) => ` ${message.includes("Write ") ? "=" : "?"} ${text}`)
    .join("");
  return `${line}:${column} ${rule}${weight}${hints}`;
}
