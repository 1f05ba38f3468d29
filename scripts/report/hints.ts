import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { RESERVED_FIELDS } from "../../worker/contract/note.ts";
import type { Config } from "../config/config.ts";
import type { NoteLinks } from "../links/link-note.ts";
import type { RuleCount } from "../problems/problems.ts";
import { RULES } from "../problems/rules.ts";

type KeyedNote = { unreadKeys: readonly string[] };

/** Number of errors from which on strictness itself may be the mistake. */
const MIN_ERRORS = 10;
/** Maximum number of unread keys that are named; the others are counted. */
const MAX_NAMED_KEYS = 8;

/** What an owner may not know, beside the problems: a line for each hint, or undefined. */
export function hintsFor(
  config: Config,
  counts: readonly RuleCount[],
  notes: readonly KeyedNote[],
  links: readonly NoteLinks[],
): string | undefined {
  const hints = [
    config.mode === "strict" ? strictHint(config, counts) : requiredHint(config),
    unreadKeysHint(notes, config),
    unpublishedFilesHint(links),
  ];
  return hints.filter(Boolean).join("\n") || undefined;
}

/** For a first `collections.yaml` that makes good notes fail. */
function strictHint({ collections }: Config, counts: readonly RuleCount[]): string | undefined {
  const errors = counts.filter(({ severity }) => severity === "error");
  const milder = errors.filter(({ rule }) => RULES[rule].lenient !== "error");
  const [all = 0, fewer = 0] = [errors, milder].map((of) => sumOf(of, ({ count }) => count));
  if (collections === undefined || fewer < MIN_ERRORS) return undefined;
  return `The build is strict. With \`strict: false\` in collections.yaml, ${fewer} of ${all} errors would be warnings or accepted.`;
}

/** For required fields that are not checked. */
function requiredHint({ collections, shared, rules }: Config): string | undefined {
  const fields = (collections ?? [shared]).flatMap((each) => Object.entries(each.fields));
  const required = fields.find(([, rule]) => rule.required)?.[0];
  if (required === undefined || rules.has("missing-field")) return undefined;
  return `\`required: true\` of \`${required}\` is not checked, because the build is not strict. Add \`strict: true\`, or \`rules: { missing-field: warning }\`.`;
}

/** For front matter keys that nothing reads, unless the rule `unknown-key` reports them or was configured. */
function unreadKeysHint(notes: readonly KeyedNote[], { mode, rules }: Config): string | undefined {
  if (mode === "strict" || rules.has("unknown-key")) return undefined;
  const found = Map.groupBy(
    notes.flatMap(({ unreadKeys }) => unreadKeys),
    (key) => key,
  );
  const keys = Array.from(found, ([key, { length }]) => ({ key, length }))
    .filter(({ key }) => /^[^/{}\n]+$/.test(key) && !RESERVED_FIELDS.includes(key))
    .sort((a, b) => b.length - a.length || compareCodePoints(a.key, b.key));
  if (keys.length === 0) return undefined;
  const named = keys.slice(0, MAX_NAMED_KEYS);
  const list = named.map(({ key, length }) => `${key} (in ${length})`).join(", ");
  const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : "";
  const fields = named
    .slice(0, 2)
    .map(({ key }) => `${/^[\w. -]+$/.test(key) ? key : JSON.stringify(key)}: {}`);
  return `Front matter keys that are not published: ${list}${more}. To publish some, declare them in collections.yaml, for example \`fields: { ${fields.join(", ")} }\`.`;
}

/** For pictures and other files that notes show or link to. */
function unpublishedFilesHint(links: readonly NoteLinks[]): string | undefined {
  const count = sumOf(links, ({ unpublishedFiles }) => unpublishedFiles);
  if (count === 0) return undefined;
  const which =
    count === 1
      ? "A picture or file in the notes is"
      : `${count} pictures and files in the notes are`;
  return `${which} not published, because the service has notes alone. If they are on the web, name the address with \`attachments:\` in collections.yaml, or with --attachments.`;
}

function sumOf<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((sum, item) => sum + count(item), 0);
}
