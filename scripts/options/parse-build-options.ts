import type { ParseArgsConfig } from "node:util";
import { nearestNames } from "../problems/nearest-names.ts";
import { RULES, type RuleName, type Severity } from "../problems/rules.ts";
import type { BuildOptions } from "./build-options.ts";
import { checkPlaces } from "./check-places.ts";
import { parseArguments } from "./parse-arguments.ts";
import { UsageError } from "./usage-error.ts";

const REPORTS = ["text", "json", "github"] as const;
const SEVERITIES: readonly string[] = ["error", "warning", "off"] satisfies Severity[];

export const BUILD_USAGE = `Usage: npm run build -- [options]
       npm run check -- [options]

Builds a folder of Markdown notes into static JSON and a search index.

Options:
  --content DIR         the notes (default: content)
  --out DIR             where the output goes (default: dist)
  --report FORMAT       text, json (to standard output) or github (annotations;
                        the default inside GitHub Actions)
  --rule NAME=SEVERITY  how strict a rule is: error, warning or off; repeatable,
                        and above collections.yaml
  --check               report the problems and write nothing (npm run check)
  --fix                 with --check: mend what has one right answer
  --quiet               say nothing but what is wrong
  --verbose             say what each stage took
  -h, --help            show this

Exit codes: 0 done, 1 problems in the content or the output, 2 wrong usage.
`;

const OPTIONS = {
  options: {
    content: { type: "string", default: "content" },
    out: { type: "string", default: "dist" },
    report: { type: "string" },
    rule: { type: "string", multiple: true, default: [] },
    check: { type: "boolean", default: false },
    fix: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
} satisfies ParseArgsConfig;

/**
 * Reads the command line of the build.
 * @throws UsageError with a sentence for the person who typed it
 */
export function parseBuildOptions(args: readonly string[], env: NodeJS.ProcessEnv): BuildOptions {
  const { values } = parseArguments(args, OPTIONS);
  const report = values.report ?? (env.GITHUB_ACTIONS === "true" ? "github" : "text");
  if (!isReport(report)) {
    throw new UsageError(`--report takes ${REPORTS.join(", ")}, not ${JSON.stringify(report)}.`);
  }
  if (values.fix && !values.check) throw new UsageError("--fix goes with --check.");
  for (const name of ["content", "out"] as const) {
    if (values[name].trim() === "") throw new UsageError(`--${name} takes a folder.`);
  }
  if (!values.check) checkPlaces({ contentDir: values.content, outDir: values.out });
  return {
    contentDir: values.content,
    outDir: values.out,
    report,
    check: values.check,
    fix: values.fix,
    quiet: values.quiet,
    verbose: values.verbose,
    rules: new Map(values.rule.map(parseRule)),
    help: values.help,
  };
}

function isReport(text: string): text is BuildOptions["report"] {
  return (REPORTS as readonly string[]).includes(text);
}

function parseRule(text: string): [RuleName, Severity] {
  const [name = "", ...rest] = text.split("=");
  const severity = rest.join("=");
  const choosable = Object.keys(RULES).filter((rule) => RULES[rule as RuleName].choice === "owner");
  if (!choosable.includes(name)) {
    const near = nearestNames(name, choosable);
    const hint = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
    throw new UsageError(`--rule: there is no rule ${JSON.stringify(name)} to choose.${hint}`);
  }
  if (!SEVERITIES.includes(severity)) {
    throw new UsageError(
      `--rule ${name} takes ${SEVERITIES.join(", ")}, not ${JSON.stringify(severity)}.`,
    );
  }
  return [name as RuleName, severity as Severity];
}
