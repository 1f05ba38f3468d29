import type { RuleCount } from "../problems/problems.ts";
import { RULES, type RuleSeverities } from "../problems/rules.ts";
import type { Config } from "./config.ts";

/** Number of errors from which on strictness itself may be the mistake. */
const MANY = 10;

/**
 * Advice to an owner whose first `collections.yaml` makes good notes fail, or whose required fields are not
 * checked; undefined if neither is so.
 */
export function strictHint(
  { mode, collections, shared }: Config,
  counts: readonly RuleCount[],
  severities: RuleSeverities,
): string | undefined {
  if (mode === "strict" && collections === undefined) return undefined;
  if (mode === "strict") {
    const errors = counts.filter(({ severity }) => severity === "error");
    const milder = errors.filter(({ rule }) => RULES[rule].lenient !== "error");
    const sum = (of: readonly RuleCount[]) => of.reduce((n, { count }) => n + count, 0);
    if (sum(milder) < MANY) return undefined;
    return `The build is strict. With \`strict: false\` in collections.yaml, ${sum(milder)} of ${sum(errors)} errors would be warnings or accepted.`;
  }
  const fields = (collections ?? [shared]).flatMap((each) => Object.entries(each.fields));
  const required = fields.find(([, rule]) => rule.required)?.[0];
  if (required === undefined || severities["missing-field"] !== "off") return undefined;
  return `\`required: true\` of \`${required}\` is not checked, because the build is not strict. Add \`strict: true\`, or \`rules: { missing-field: warning }\`.`;
}
