import type { RuleName, Severity } from "../report/rules.ts";

/** The rules that links are held to. */
export type LinkRuleName = Extract<
  RuleName,
  | "broken-link"
  | "ambiguous-link"
  | "missing-heading"
  | "embed"
  | "block-reference"
  | "bare-bar"
  | "external-link"
  | "code-as-link"
  | "empty-link"
  | "outside-content"
>;

/** How strictly links are read. */
export interface LinkRules {
  severities: Readonly<Record<LinkRuleName, Severity>>;
  /** Names that links may hold before their notes exist; case, dashes and underscores do not count. */
  planned: ReadonlySet<string>;
}
