import matter from "gray-matter";
import { placeAt } from "../content/place.ts";
import type { Finding } from "../report/problems.ts";
import type { Field } from "./field.ts";
import { type FrontMatterBlock, frontMatterBlock } from "./front-matter-block.ts";
import { isYamlLine } from "./is-yaml-line.ts";
import { plainFrontMatter } from "./plain-front-matter.ts";
import { readYaml } from "./read-yaml.ts";
import type { YamlFault } from "./yaml-fault.ts";

/** A note's text taken apart. */
export interface FrontMatter {
  fields: ReadonlyMap<string, Field>;
  /** Offset of the key in the file's text. */
  keyStarts: ReadonlyMap<string, number>;
  /** Offset of the body: all after the line of the closing fence. */
  bodyStart: number;
  /** Whether there is a front matter at all, good or bad. */
  present: boolean;
  /** Whether a line of what could not be read keeps the note from being published. */
  hidden: boolean;
  findings: Finding[];
}

/** gray-matter runs no engine but this one, and it keeps the text: code behind a fence never runs. */
const GRAY_MATTER_OPTIONS = {
  language: "yaml",
  engines: { yaml: { parse: (yaml: string) => ({ yaml }) } },
};
/** UTF-16 units. The time that reading takes grows with the square of the number of keys. */
const LONGEST = 100_000;
const FENCE = "---".length;
const HIDING =
  /^[ \t{,]*["']?(?:draft["']?\s*[:=]\s*["']?(?:true|yes|on)|publish(?:ed)?["']?\s*[:=]\s*["']?(?:false|no|off))\b/im;

/**
 * Splits a note into its YAML front matter and its body. Never throws, and runs no code.
 * @param file names the note in findings
 * @param text the note without a byte order mark
 */
export function readFrontMatter(file: string, text: string): FrontMatter {
  const plain = plainFrontMatter(text, LONGEST);
  if (plain !== undefined) return { ...plain, present: true, hidden: false, findings: [] };
  const block = frontMatterBlock(text);
  if (block === undefined) return unread(0, false);
  return block.kind === "yaml" ? readBlock(file, text, block.bodyStart) : refuse(file, text, block);
}

const RULE = "front-matter-malformed";

function unread(bodyStart: number, present: boolean): FrontMatter {
  return {
    fields: new Map(),
    keyStarts: new Map(),
    bodyStart,
    present,
    hidden: false,
    findings: [],
  };
}

function readBlock(file: string, text: string, bodyStart: number): FrontMatter {
  const message = refusal(text.slice(0, bodyStart));
  if (message !== undefined) {
    const finding = { file, line: 1, column: 1, length: FENCE, rule: RULE, message } as const;
    const hidden = HIDING.test(text.slice(0, bodyStart));
    return { ...unread(bodyStart, true), hidden, findings: [finding] };
  }
  const { data } = matter(text.slice(0, bodyStart), GRAY_MATTER_OPTIONS);
  if (!("yaml" in data) || typeof data.yaml !== "string") return unread(bodyStart, true);
  // Of the last line end only the line feed belongs to the closing fence.
  const yaml = data.yaml.replace(/\r$/, "");
  const { fields, keyStarts, faults, isProse } = readYaml(yaml, FENCE);
  // Two thematic breaks, or one far below a front matter without an end: nothing between is lost.
  if (isProse) return unread(0, false);
  if (faults.length > 0 && holdsParagraph(yaml)) {
    return refuse(file, text, { kind: "unclosed", bodyStart: 0, closing: 0 });
  }
  const findings = faults.map((each) => toFinding(file, text, each));
  const hidden = findings.length > 0 && HIDING.test(yaml);
  return { fields, keyStarts, bodyStart, present: true, hidden, findings };
}

/** Why a block is not read at all: what no author writes would take the parsers' time. */
function refusal(block: string): string | undefined {
  if (block.length > LONGEST) {
    return `The front matter is longer than ${LONGEST / 1000} kB and is not read. Put the text below it.`;
  }
  if (/(?:[-?][ \t]+){100}/.test(block)) return "The front matter is nested too deeply to be read.";
  return /(?:^[ \t]*\r?\n){1000}/m.test(block)
    ? "The front matter holds a thousand blank lines and is not read. Leave them out."
    : undefined;
}

/** Whether a blank line is followed by what is no YAML. */
function holdsParagraph(yaml: string): boolean {
  const starts = yaml.matchAll(/\n[ \t]*\r?\n(?=[^\s#])([^\n]*)/g);
  return [...starts].some(([, line = ""]) => !isYamlLine(line)) || /\n[ \t]*\r?\n#+ /.test(yaml);
}

function toFinding(file: string, text: string, { start, end, message, fix }: YamlFault): Finding {
  const newline = text.indexOf("\n", start);
  const lineEnd = newline === -1 || newline === start ? end : Math.min(end, newline);
  const length = Math.max(1, lineEnd - start);
  const finding = { file, ...placeAt(text, start), length, rule: RULE, message } as const;
  return fix === undefined ? finding : { ...finding, fix, suggestions: [fix] };
}

function refuse(file: string, text: string, block: FrontMatterBlock): FrontMatter {
  const { bodyStart } = block;
  const { start, length, message } = fault(text, block);
  const head = bodyStart === 0 ? text.split(/\n\s*\n/, 1)[0]! : text.slice(0, bodyStart);
  const finding = { file, ...placeAt(text, start), length, rule: RULE, message } as const;
  return { ...unread(bodyStart, true), hidden: HIDING.test(head), findings: [finding] };
}

function fault(
  text: string,
  { kind, closing }: FrontMatterBlock,
): { start: number; length: number; message: string } {
  const line = /^[^\r\n]*/.exec(text)![0].trimEnd();
  const mark = line.slice(0, FENCE);
  if (kind === "overlong") {
    const message =
      "The front matter ends here, at a line that is more than `---`. Write just `---`.";
    return { start: closing, length: FENCE, message };
  }
  if (kind === "unclosed") {
    const message = `The front matter is never closed. End it with a line that is just \`${mark}\`.`;
    return { start: 0, length: FENCE, message };
  }
  const opening = line.startsWith("{") ? "{" : line;
  const language = opening === "+++" ? "TOML f" : /^[{;]/.test(opening) ? "JSON f" : "F";
  const message = `${language}ront matter that opens with \`${opening}\` is not read, and code in it never runs. Write YAML between two lines that are just \`---\`.`;
  return { start: 0, length: opening.length, message };
}
