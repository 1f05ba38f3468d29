/** How much a rule's problems weigh: an error fails the build, a warning is shown, off is silent. */
export type Severity = "error" | "warning" | "off";

interface Rule {
  /** Where `collections.yaml` declares collections: whoever says what is right wants to hear what is wrong. */
  strict: Severity;
  /** Otherwise: a vault that was not written for this build; what cannot be published is left out. */
  lenient: Severity;
  /** `fixed` rules protect the output: no configuration turns them down. */
  choice: "fixed" | "owner";
  about: string;
}

const fixed = (lenient: Severity, about: string): Rule => ({
  strict: "error",
  lenient,
  choice: "fixed",
  about,
});
const owner = (strict: Severity, lenient: Severity, about: string): Rule => ({
  strict,
  lenient,
  choice: "owner",
  about,
});

/** Every rule the build checks. Those of the owner's choice are what `rules:` in `collections.yaml` and `--rule` take. */
export const RULES = {
  config: fixed("error", "collections.yaml is what its schema says"),
  "invalid-utf8": fixed("warning", "a note is UTF-8"),
  "unreadable-file": fixed(
    "warning",
    "a note can be read, and a symbolic link stays inside the content folder",
  ),
  "unsafe-name": fixed(
    "warning",
    "a file's name makes a route that every system can store and serve",
  ),
  "outside-collection": owner("error", "error", "a note lies in the folder of a collection"),
  "duplicate-route": fixed(
    "error",
    "no two notes share a route, not even in another case or Unicode form",
  ),
  "front-matter-missing": owner("error", "off", "a note begins with YAML front matter"),
  "front-matter-malformed": owner("error", "warning", "the front matter is YAML that can be read"),
  "field-type": owner("error", "warning", "a field is of its type"),
  "unknown-key": owner("warning", "off", "the front matter has no key that nothing reads"),
  "missing-title": owner("error", "off", "a note has a title"),
  "missing-summary": owner("error", "off", "a note has a summary"),
  "missing-field": owner("error", "off", "a note has the fields its collection requires"),
  "value-not-allowed": owner("error", "warning", "a value is one of those allowed"),
  "domain-folder": owner(
    "error",
    "off",
    "a field in a route's form, such as domain, slugifies to its folder",
  ),
  "broken-link": owner("error", "warning", "a wikilink leads to a note"),
  "ambiguous-link": owner("error", "warning", "a wikilink leads to one note only"),
  "missing-heading": owner("error", "warning", "a wikilink's heading exists"),
  embed: owner("error", "warning", "nothing is embedded: the service has no transclusion"),
  "block-reference": owner("error", "warning", "no link goes to a block: none has an anchor"),
  "bare-bar": owner("error", "warning", "a wikilink's bar is escaped inside a table"),
  "external-link": owner("error", "warning", "a wikilink holds no URL"),
  "code-as-link": owner("error", "warning", "code in double brackets is written as code"),
  "empty-link": owner("error", "warning", "a wikilink names something"),
  "outside-content": owner("error", "warning", "a wikilink's path stays inside the content folder"),
  "unread-links": owner(
    "warning",
    "warning",
    "the links of a note are read: its lists, quotes and emphasis are not too much to parse",
  ),
  "asset-count": owner("warning", "warning", "the number of files fits the platform's plans"),
  "asset-size": owner("warning", "warning", "a file is no larger than the platform stores"),
  "worker-size": owner("warning", "warning", "the Worker with its index fits the platform's plans"),
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
