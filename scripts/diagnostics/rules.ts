/** How severe a rule's problems are: errors fail the build, warnings are shown, `off` is silent. */
export const SEVERITIES = ["error", "warning", "off"] as const;
export type Severity = (typeof SEVERITIES)[number];

interface Rule {
  /** The severity if `collections.yaml` declares collections. */
  strict: Severity;
  /** The severity otherwise, for a vault that was not written for this build: what is wrong is left out. */
  lenient: Severity;
  /** What the rule asks for, as a clause. */
  asks: string;
  /** `fixed` rules protect the output: no configuration changes their severity. */
  choice: "fixed" | "owner";
}

const fixed = (lenient: Severity, asks: string): Rule => {
  return { asks, strict: "error", lenient, choice: "fixed" };
};
const owner = (strict: Severity, lenient: Severity, asks: string): Rule => {
  return { asks, strict, lenient, choice: "owner" };
};

/**
 * Every rule that the build checks, as described in docs/notes.md. The owner can set the severity of `owner`
 * rules with `rules:` in `collections.yaml` and with `--rule`.
 */
export const RULES = {
  config: fixed("error", "collections.yaml matches its schema"),
  "invalid-utf8": fixed("warning", "a note is encoded in UTF-8"),
  "unreadable-file": fixed(
    "warning",
    "notes and folders can be read; symbolic links are not followed",
  ),
  "unsafe-name": fixed(
    "warning",
    "the route made from a file's path is one that every system can store and serve",
  ),
  "no-notes": fixed("error", "at least one note can be published; otherwise the last output stays"),
  "note-size": fixed("error", "a note takes at most 16 MiB as JSON, so that it fits into a part"),
  "outside-collection": owner("error", "error", "a note is in the folder of a collection"),
  "duplicate-route": fixed(
    "error",
    "no two notes have the same route, not even in a different case or Unicode form",
  ),
  "shared-slug": owner("warning", "warning", "no two names in a folder have the same slug"),
  "front-matter-missing": owner("error", "off", "a note begins with front matter"),
  "front-matter-malformed": owner("error", "warning", "the front matter can be read"),
  "draft-front-matter": owner(
    "warning",
    "warning",
    "the front matter of a withheld note can be read",
  ),
  "unmarked-notes": owner(
    "warning",
    "warning",
    "where some notes have a clear yes, such as `publish: true`, all have, or `publish` is set here",
  ),
  "hidden-elsewhere": owner(
    "warning",
    "warning",
    "no published note has a mark by which other tools hide notes, such as `hidden: true`",
  ),
  "field-type": owner("error", "warning", "a field has a value of its type"),
  "unknown-key": owner("warning", "off", "the front matter has no keys that nothing reads"),
  "missing-title": owner("error", "off", "the front matter has a title"),
  "missing-summary": owner("error", "off", "the front matter has a summary"),
  "missing-field": owner("error", "warning", "a note has the fields that its collection requires"),
  "value-not-allowed": owner("error", "warning", "a value is one of those allowed"),
  "field-folder": owner(
    "error",
    "off",
    "the folder that a route names after a field matches the note's value",
  ),
  "old-route": owner(
    "error",
    "warning",
    "a route under `formerly` is well formed and belongs to no other note",
  ),
  "broken-link": owner("error", "warning", "the target of a wikilink is a note"),
  "ambiguous-link": owner("error", "warning", "the target of a wikilink is a single note"),
  "missing-heading": owner("error", "warning", "the heading in a wikilink exists"),
  embed: owner("error", "warning", "nothing is embedded, because the service has no transclusion"),
  "block-reference": owner(
    "error",
    "warning",
    "the target of a link is not a block, because blocks have no anchors",
  ),
  "bare-bar": owner("error", "warning", "the bar of a wikilink in a table is escaped"),
  "external-link": owner("error", "warning", "a wikilink does not contain a URL"),
  "code-as-link": owner("error", "warning", "code in double brackets is marked as code"),
  "empty-link": owner("error", "warning", "a wikilink has a target"),
  "outside-content": owner(
    "error",
    "warning",
    "the path in a wikilink stays inside the notes folder",
  ),
  "unread-links": owner(
    "warning",
    "warning",
    "the links of a note can be read: its Markdown is simple enough to parse, and blocks of code and math that hold links are closed",
  ),
  "asset-count": owner(
    "warning",
    "warning",
    "the number of files is within the limits of the platform's plans",
  ),
  "asset-size": owner("warning", "warning", "no file is larger than the platform allows"),
  "worker-size": owner(
    "warning",
    "warning",
    "the Worker with its index is within the limits of the platform's plans",
  ),
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** The severity in force for each rule. */
export type RuleSeverities = Readonly<Record<RuleName, Severity>>;

/** The severities of a mode, overridden by the owner's choices. */
export function severitiesOf(
  mode: "strict" | "lenient",
  chosen: ReadonlyMap<RuleName, Severity>,
): RuleSeverities {
  const names = Object.keys(RULES) as RuleName[];
  const severities = names.map((name) => [name, chosen.get(name) ?? RULES[name][mode]]);
  return Object.fromEntries(severities);
}
