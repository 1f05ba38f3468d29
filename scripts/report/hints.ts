import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { RESERVED_FIELDS } from "../../worker/contract/note.ts";
import type { Config } from "../config/config.ts";
import type { GitDates, GitFault } from "../content/git-dates.ts";
import type { RuleCount } from "../diagnostics/diagnostics.ts";
import { RULES } from "../diagnostics/rules.ts";
import type { NoteLinks } from "../links/link-note.ts";
import type { Note } from "../notes/parsed-file.ts";
import { plural } from "./terminal.ts";

/** Number of errors from which on strictness itself may be the mistake. */
const MIN_ERRORS = 10;
/** Maximum number of unread keys that are named; the others are counted. */
const MAX_NAMED_KEYS = 8;

/** Advice to the owner that is not about a problem: a line for each hint, or undefined. */
export function hintsFor(
  config: Config,
  counts: readonly RuleCount[],
  notes: readonly Note[],
  links: readonly NoteLinks[],
  dates: GitDates | GitFault | undefined,
): string | undefined {
  const hints = [
    strictHint(config, counts),
    unreadKeysHint(notes, config),
    unpublishedFilesHint(links),
    markdownLinksHint(links, config),
    logseqHint(links),
    undatedHint(dates),
  ];
  return hints.filter(Boolean).join("\n") || undefined;
}

/** For a first `collections.yaml`, which makes many notes fail because it is strict. */
function strictHint(
  { mode, collections }: Config,
  counts: readonly RuleCount[],
): string | undefined {
  const errors = counts.filter(({ severity }) => severity === "error");
  const milder = errors.filter(({ rule }) => RULES[rule].lenient !== "error");
  const [all = 0, fewer = 0] = [errors, milder].map((of) => sumOf(of, ({ count }) => count));
  if (mode === "lenient" || collections === undefined || fewer < MIN_ERRORS) return undefined;
  return `The build is strict. With \`strict: false\` in collections.yaml, ${fewer} of ${all} errors would be warnings or accepted.`;
}

/** For front matter keys that nothing reads, unless the rule `unknown-key` reports them or was configured. */
function unreadKeysHint(notes: readonly Note[], { mode, rules }: Config): string | undefined {
  if (mode === "strict" || rules.has("unknown-key")) return undefined;
  const byKey = Map.groupBy(
    notes.flatMap(({ unreadKeys }) => unreadKeys),
    (key) => key,
  );
  const keys = Array.from(byKey, ([key, { length }]) => ({ key, length }))
    .filter(({ key }) => /^[^/{}\n]+$/.test(key) && !RESERVED_FIELDS.includes(key))
    .sort((a, b) => b.length - a.length || compareCodePoints(a.key, b.key));
  if (keys.length === 0) return undefined;
  const first = keys.slice(0, MAX_NAMED_KEYS);
  const list = first.map(({ key, length }) => `${key} (in ${length})`).join(", ");
  const more = keys.length > first.length ? ` and ${keys.length - first.length} more` : "";
  const fields = first
    .slice(0, 2)
    .map(({ key }) => `${/^[\w. -]+$/.test(key) ? key : JSON.stringify(key)}: {}`);
  return `Front matter keys that are not published: ${list}${more}. To publish some, declare them in collections.yaml, for example \`fields: { ${fields.join(", ")} }\`.`;
}

/** For pictures and other files that notes show or link to. */
function unpublishedFilesHint(links: readonly NoteLinks[]): string | undefined {
  const count = sumOf(links, ({ unpublishedFiles }) => unpublishedFiles);
  if (count === 0) return undefined;
  const which =
    count === 1 ? "A link to a picture or file is" : `${count} links to pictures and files are`;
  return `${which} not served, because the service has notes alone. If they are on the web, name the address with \`attachments:\` in collections.yaml, or with --attachments.`;
}

/** For Markdown links between notes, which are broken in the API unless they become routes. */
function markdownLinksHint(
  links: readonly NoteLinks[],
  { markdownLinks }: Config,
): string | undefined {
  const count = sumOf(links, ({ markdownLinksToNotes }) => markdownLinksToNotes);
  if (count === 0 || markdownLinks !== undefined) return undefined;
  const which = count === 1 ? "A Markdown link" : `${count} Markdown links`;
  return `${which} to the files of other notes stay${count === 1 ? "s" : ""} as written. Set \`markdownLinks: route\` in collections.yaml to turn such links into routes, or \`markdownLinks: keep\`.`;
}

/** For what is in order in a Logseq graph, but has no counterpart in the API. */
function logseqHint(links: readonly NoteLinks[]): string | undefined {
  const pages = sumOf(links, ({ withoutFile }) => withoutFile);
  const blocks = sumOf(links, ({ blockReferences }) => blockReferences);
  const counts = [
    pages > 0 && `${plural(pages, "link")} to pages without a file (now text)`,
    blocks > 0 && `${plural(blocks, "block reference")} (unchanged)`,
  ].filter(Boolean);
  return counts.length > 0 ? `In the Logseq graph: ${counts.join(", ")}.` : undefined;
}

/** For a repository from which no dates can be read. */
function undatedHint(dates: GitDates | GitFault | undefined): string | undefined {
  if (dates === "shallow") {
    return "This clone has only the last commits, so `updated` comes from front matter alone. For dates from git, fetch all commits: `git fetch --unshallow`, or `fetch-depth: 0` with actions/checkout.";
  }
  if (dates === "refused") {
    return "Git does not read a repository of another user, so `updated` comes from front matter alone. For dates from git, allow it: `git config --global --add safe.directory` and the folder.";
  }
  return undefined;
}

function sumOf<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((sum, item) => sum + count(item), 0);
}
