import { resolve } from "node:path";
import type { ParseArgsConfig } from "node:util";
import { isWithin, realPath } from "../content/paths.ts";
import { UsageError } from "../problems/errors.ts";
import { nearestNames } from "../problems/nearest.ts";
import { RULES, type RuleName, type Severity } from "../problems/rules.ts";
import { parseArguments } from "./command.ts";

/** The parsed command line of the build, and its `args` as typed. */
export type BuildOptions = ReturnType<typeof parseBuildOptions>;

const REPORTS = ["text", "json", "github"] as const;
const SEVERITIES: readonly Severity[] = ["error", "warning", "off"];

export const BUILD_USAGE = `Usage: npm run build -- [options]
       npm run check -- [options]

Builds a folder of Markdown notes into static JSON and a search index.

Options:
  --content DIR         the notes (default: content)
  --out DIR             where the output goes (default: dist)
  --ignore GLOB         files to leave out, relative to the notes folder; repeatable,
                        in addition to those in collections.yaml
  --attachments URL     the address below which pictures and other files of the notes
                        folder are published; overrides collections.yaml
  --report FORMAT       text, json (to standard output) or github (annotations;
                        the default inside GitHub Actions)
  --rule NAME=SEVERITY  the severity of a rule: error, warning or off; repeatable,
                        overrides collections.yaml
  --check               report problems without writing anything (npm run check)
  --fix                 with --check: fix problems with only one right answer
  --quiet               print only problems
  --verbose             print every problem
  -h, --help            show this

Exit codes: 0 done, 1 errors in the notes or in writing the output, 2 wrong usage.
`;

export const START_USAGE = `Usage: npm start -- [options]

Builds the notes, serves the API at http://localhost:8787 with wrangler dev, and
rebuilds whenever a note changes. If a change has errors, they are reported, and
the last good build is still served.

Options:
  --content DIR, --ignore GLOB, --attachments URL, --rule NAME=SEVERITY
                                    as in npm run build
  -h, --help                        show this

All other options are passed to wrangler dev, for example:
  --port 9000                       use another port
  --var RATE_LIMIT_REQUESTS:600     allow more requests per window
`;

const BUILD_ARGUMENTS = {
  options: {
    content: { type: "string", default: "content" },
    out: { type: "string", default: "dist" },
    ignore: { type: "string", multiple: true, default: [] },
    attachments: { type: "string" },
    report: { type: "string" },
    rule: { type: "string", multiple: true, default: [] },
    check: { type: "boolean", default: false },
    fix: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
} satisfies ParseArgsConfig;

const PASSED_ON = ["--content", "--ignore", "--attachments", "--rule"];

/**
 * Reads the command line of the build.
 * @throws UsageError if it is wrong
 */
export function parseBuildOptions(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { values } = parseArguments(args, BUILD_ARGUMENTS);
  const { content: contentDir, out: outDir, rule, ...others } = values;
  const usual = env.GITHUB_ACTIONS === "true" ? "github" : "text";
  const report = oneOf(REPORTS, values.report ?? usual, "--report");
  const rules = new Map(rule.map(parseRule));
  if (values.fix && !values.check) throw new UsageError("--fix needs --check.");
  const { attachments } = values;
  if (attachments !== undefined && !/^https?:\/\/[^\s?#]+$/.test(attachments)) {
    throw new UsageError("--attachments takes an address, such as https://example.org/files.");
  }
  if (!values.check) checkPlaces(contentDir, outDir);
  return { ...others, args, contentDir, outDir, report, rules };
}

/** Separates the options of `npm start` and `npm run deploy` that belong to the build from all others. */
export function splitOptions(args: readonly string[]): { build: string[]; others: string[] } {
  const build: string[] = [];
  const others: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (PASSED_ON.includes(arg)) build.push(arg, ...args.slice(++i, i + 1));
    else if (PASSED_ON.some((name) => arg.startsWith(`${name}=`))) build.push(arg);
    else others.push(arg);
  }
  return { build, others };
}

function parseRule(text: string): [RuleName, Severity] {
  const [, name = text, severity = ""] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const choosable = Object.keys(RULES).filter((rule) => RULES[rule as RuleName].choice === "owner");
  if (!choosable.includes(name)) {
    const [near] = nearestNames(name, choosable);
    const meant = near === undefined ? "" : ` Did you mean ${near}?`;
    throw new UsageError(`--rule: there is no rule ${JSON.stringify(name)} to set.${meant}`);
  }
  return [name as RuleName, oneOf(SEVERITIES, severity, `--rule ${name}`)];
}

function oneOf<T extends string>(choices: readonly T[], text: string, option: string): T {
  const chosen = choices.find((each) => each === text);
  if (chosen !== undefined) return chosen;
  throw new UsageError(`${option} takes ${choices.join(", ")}, not ${JSON.stringify(text)}.`);
}

/** Refuses an output folder that contains the notes or the working directory, because a build replaces it. */
function checkPlaces(contentDir: string, outDir: string): void {
  const out = realPath(resolve(outDir));
  const fault = isWithin(realPath(process.cwd()), out)
    ? "contains the folder that the build runs in"
    : isWithin(realPath(resolve(contentDir)), out) && "contains the notes";
  if (fault) throw new UsageError(`--out ${outDir} ${fault}: choose a separate folder.`);
}
