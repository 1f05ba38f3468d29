import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { RESERVED_FIELDS } from "../../worker/contract/note.ts";
import type { Config } from "../config/config.ts";
import type { ParsedNote } from "./note.ts";

/** The most keys that are named; the others are counted. */
const MAX_NAMED_KEYS = 8;

/**
 * A hint about front matter keys that nothing reads: which ones, in how many notes, and how to publish
 * them. Undefined if there are none, or if the rule `unknown-key` reports them or was configured.
 * @param choices severities chosen on the command line
 */
export function unreadKeysHint(
  notes: readonly Pick<ParsedNote, "unreadKeys">[],
  { mode, rules }: Config,
  choices: Config["rules"],
): string | undefined {
  if (mode === "strict" || rules.has("unknown-key") || choices.has("unknown-key")) return undefined;
  const found = Map.groupBy(
    notes.flatMap(({ unreadKeys }) => unreadKeys),
    (key) => key,
  );
  const keys = Array.from(found, ([key, all]) => [key, all.length] as const)
    .filter(([key]) => /^[^/{}\n]+$/.test(key) && !RESERVED_FIELDS.includes(key))
    .sort(([a, most], [b, count]) => count - most || compareCodePoints(a, b));
  if (keys.length === 0) return undefined;
  const named = keys.slice(0, MAX_NAMED_KEYS);
  const list = named.map(([key, count]) => `${key} (in ${count})`).join(", ");
  const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : "";
  const fields = named
    .slice(0, 2)
    .map(([key]) => `${/^[\w. -]+$/.test(key) ? key : JSON.stringify(key)}: {}`);
  return `Front matter keys that are not published: ${list}${more}. To publish some, declare them in collections.yaml, for example \`fields: { ${fields.join(", ")} }\`.`;
}
