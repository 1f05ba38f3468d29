import type { LinkRuleName } from "./link-rules.ts";

/** What is wrong with one link; a `Problem` once its place and its severity are known. */
export interface LinkFinding {
  rule: LinkRuleName;
  message: string;
  /** Texts to write in place of the whole link, best first. */
  suggestions: string[];
  /** Present only where there is one right answer. */
  fix?: string;
}
