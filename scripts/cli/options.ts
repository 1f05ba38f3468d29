import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ParseArgsConfig } from "node:util";
import { LANGUAGES, type Language } from "../../worker/contract/search/languages.ts";
import { isWithin, realPath } from "../content/paths.ts";
import { UsageError } from "../diagnostics/errors.ts";
import { didYouMean } from "../diagnostics/nearest.ts";
import { RULES, type RuleName, SEVERITIES, type Severity } from "../diagnostics/rules.ts";
import { parseArguments } from "./command.ts";
import { DEFAULT_CONTENT, defaultOutput, IS_PACKAGE, typed } from "./program.ts";

const CONFIG = {
  allowPositionals: true,
  options: {
    content: { type: "string" },
    out: { type: "string" },
    ignore: { type: "string", multiple: true, default: [] },
    attachments: { type: "string" },
    language: { type: "string" },
    report: { type: "string" },
    rule: { type: "string", multiple: true, default: [] },
    check: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
} satisfies ParseArgsConfig;

/** The options of the build that other commands take, too. */
export const PASSED_ON: readonly string[] = [
  "--content",
  "--ignore",
  "--attachments",
  "--language",
  "--rule",
];

const FORMS = {
  attachments: [/^https?:\/\/[^\s?#]+$/, "an address, such as https://example.org/files"],
  language: [new RegExp(`^(?:${LANGUAGES.join("|")})$`), `one of ${LANGUAGES.join(", ")}`],
  report: [/^(?:text|json|github)$/, "text, json or github"],
} as const;

/**
 * Reads the command line of the build. The folder of the notes is an argument or `--content`.
 * @returns what to build and how to report it; `args` is the command line as typed
 * @throws UsageError if it is wrong
 */
export function parseBuildOptions(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { values, positionals } = parseArguments(args, CONFIG, FORMS);
  const { content, out, rule, ...others } = values;
  const contentDir = contentFolder(positionals, content);
  const outDir = out ?? defaultOutput(contentDir);
  const usual = env.GITHUB_ACTIONS === "true" ? "github" : "text";
  const report = (values.report ?? usual) as "text" | "json" | "github";
  const language = values.language as Language | undefined;
  const rules = new Map(rule.map(parseRule));
  if (!values.check) checkFolders(contentDir, outDir);
  return { ...others, args, contentDir, outDir, language, report, rules };
}

/** @throws UsageError if there are several, or an argument that is no folder, as npm leaves of `--port 8000` */
export function contentFolder(positionals: readonly string[], content?: string): string {
  const [folder, ...others] = [...positionals, ...(content === undefined ? [] : [content])];
  if (others.length > 0) {
    throw new UsageError(`Only one folder of notes can be named, not ${folder} and ${others[0]}.`);
  }
  if (positionals.length > 0 && !statSync(folder!, { throwIfNoEntry: false })?.isDirectory()) {
    // What npm leaves of an option is a bare word.
    const advice =
      IS_PACKAGE || /[\\/]/.test(folder!)
        ? ""
        : ` If it belongs to an option, put a -- before that: ${typed("start", "--port 8000")}.`;
    throw new UsageError(`${JSON.stringify(folder)} is not a folder.${advice}`);
  }
  return folder ?? DEFAULT_CONTENT;
}

/**
 * Separates the options of the build from a command's own ones, and arguments.
 * @param passedOn options of the build that the command takes, too
 */
export function splitOptions(args: readonly string[], passedOn = PASSED_ON) {
  const build: string[] = [];
  const others: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (passedOn.includes(arg)) build.push(arg, ...args.slice(++i, i + 1));
    else if (passedOn.some((name) => arg.startsWith(`${name}=`))) build.push(arg);
    else others.push(arg);
  }
  return { build, others };
}

function parseRule(text: string): [RuleName, Severity] {
  const [, name = text, severity = ""] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const choosable = Object.keys(RULES).filter((rule) => RULES[rule as RuleName].choice === "owner");
  if (!choosable.includes(name)) {
    const meant = didYouMean(name, choosable);
    throw new UsageError(`--rule: there is no rule ${JSON.stringify(name)} to set.${meant}`);
  }
  const chosen = SEVERITIES.find((each) => each === severity);
  if (chosen === undefined) throw new UsageError(`--rule ${name} must be error, warning or off.`);
  return [name as RuleName, chosen];
}

/** Refuses an output folder that contains the notes or the working directory, because a build replaces it. */
function checkFolders(contentDir: string, outDir: string): void {
  const out = realPath(resolve(outDir));
  const fault = isWithin(realPath(process.cwd()), out)
    ? "contains the folder that the build runs in"
    : isWithin(realPath(resolve(contentDir)), out) && "contains the notes";
  if (fault) throw new UsageError(`--out ${outDir} ${fault}: choose a separate folder.`);
}
