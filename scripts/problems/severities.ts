import { RULES, type RuleName, type RuleSeverities, type Severity } from "./rules.ts";

/** The severities of a mode, with an owner's choices laid over them, later ones last. */
export function severities(
  mode: "strict" | "lenient",
  ...choices: readonly ReadonlyMap<RuleName, Severity>[]
): RuleSeverities {
  const names = Object.keys(RULES) as RuleName[];
  const chosen = new Map(choices.flatMap((choice) => [...choice]));
  return Object.fromEntries(
    names.map((name) => [name, chosen.get(name) ?? RULES[name][mode]]),
  ) as Record<RuleName, Severity>;
}
