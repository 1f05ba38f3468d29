/** How much a rule's problems weigh: an error fails the build, a warning is shown, off is silent. */
export type Severity = "error" | "warning" | "off";

interface Rule {
  /** Where `collections.yaml` declares collections: whoever says what is right wants to hear what is wrong. */
  strict: Severity;
  /** Otherwise: a vault that was not written for this build; what cannot be published is left out. */
  lenient: Severity;
  /** `fixed` rules protect the output: no configuration turns them down. */
  choice: "fixed" | "owner";
}

const fixed = (lenient: Severity): Rule => ({ strict: "error", lenient, choice: "fixed" });
const owner = (strict: Severity, lenient: Severity): Rule => ({ strict, lenient, choice: "owner" });

/**
 * Every rule the build checks; docs/notes.md says what each asks. Those of the owner's choice are what `rules:` in
 * `collections.yaml` and `--rule` take.
 */
export const RULES = {
  config: fixed("error"),
  "invalid-utf8": fixed("warning"),
  "unreadable-file": fixed("warning"),
  "unsafe-name": fixed("warning"),
  "outside-collection": owner("error", "error"),
  "duplicate-route": fixed("error"),
  "front-matter-missing": owner("error", "off"),
  "front-matter-malformed": owner("error", "warning"),
  "field-type": owner("error", "warning"),
  "unknown-key": owner("warning", "off"),
  "missing-title": owner("error", "off"),
  "missing-summary": owner("error", "off"),
  "missing-field": owner("error", "off"),
  "value-not-allowed": owner("error", "warning"),
  "domain-folder": owner("error", "off"),
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

/** The severities of a mode, with an owner's choices laid over them, later ones last. */
export function severitiesOf(
  mode: "strict" | "lenient",
  ...choices: readonly ReadonlyMap<RuleName, Severity>[]
): RuleSeverities {
  const names = Object.keys(RULES) as RuleName[];
  const chosen = new Map(choices.flatMap((choice) => [...choice]));
  return Object.fromEntries(
    names.map((name) => [name, chosen.get(name) ?? RULES[name][mode]]),
  ) as Record<RuleName, Severity>;
}
