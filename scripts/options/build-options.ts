import type { RuleName, Severity } from "../problems/rules.ts";

/** What the command line of the build says. */
export interface BuildOptions {
  contentDir: string;
  outDir: string;
  /** How problems are printed. `github` is the default inside GitHub Actions. */
  report: "text" | "json" | "github";
  /** Report the problems and write nothing. */
  check: boolean;
  /** With `check`: mend the problems that have one right answer. */
  fix: boolean;
  /** Say nothing but what is wrong. */
  quiet: boolean;
  /** Say what the stages took. */
  verbose: boolean;
  rules: ReadonlyMap<RuleName, Severity>;
  help: boolean;
}
