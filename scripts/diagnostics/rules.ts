/** How severe a rule's problems are: errors fail the build, warnings are shown, `off` is silent. */
export type Severity = "error" | "warning" | "off";

interface Rule {
  /** The severity if `collections.yaml` declares collections, and thereby what is right. */
  strict: Severity;
  /** The severity otherwise, for a vault not written for this build: what cannot be published is left out. */
  lenient: Severity;
  /** `fixed` rules protect the output: no configuration changes their severity. */
  choice: "fixed" | "owner";
}

const fixed = (lenient: Severity): Rule => ({ strict: "error", lenient, choice: "fixed" });
const owner = (strict: Severity, lenient: Severity): Rule => ({ strict, lenient, choice: "owner" });

/**
 * Every rule that the build checks, as described in docs/notes.md. The owner can set the severity of `owner`
 * rules with `rules:` in `collections.yaml` and with `--rule`.
 */
export const RULES = {
  config: fixed("error"),
  "invalid-utf8": fixed("warning"),
  "unreadable-file": fixed("warning"),
  "unsafe-name": fixed("warning"),
  "no-notes": fixed("error"),
  "note-size": fixed("error"),
  "outside-collection": owner("error", "error"),
  "duplicate-route": fixed("error"),
  "shared-slug": owner("warning", "warning"),
  "front-matter-missing": owner("error", "off"),
  "front-matter-malformed": owner("error", "warning"),
  "draft-front-matter": owner("warning", "warning"),
  "unmarked-notes": owner("warning", "warning"),
  "hidden-elsewhere": owner("warning", "warning"),
  "field-type": owner("error", "warning"),
  "unknown-key": owner("warning", "off"),
  "missing-title": owner("error", "off"),
  "missing-summary": owner("error", "off"),
  "missing-field": owner("error", "warning"),
  "value-not-allowed": owner("error", "warning"),
  "field-folder": owner("error", "off"),
  "old-route": owner("error", "warning"),
  "broken-link": owner("error", "warning"),
  "ambiguous-link": owner("error", "warning"),
  "missing-heading": owner("error", "warning"),
  embed: owner("error", "warning"),
  "block-reference": owner("error", "warning"),
  "bare-bar": owner("error", "warning"),
  "external-link": owner("error", "warning"),
  "code-as-link": owner("error", "warning"),
  "empty-link": owner("error", "warning"),
  "outside-content": owner("error", "warning"),
  "unread-links": owner("warning", "warning"),
  "asset-count": owner("warning", "warning"),
  "asset-size": owner("warning", "warning"),
  "worker-size": owner("warning", "warning"),
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
