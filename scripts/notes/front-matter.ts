import matter from "gray-matter";
import { judgeDraft, type ReadTop } from "./drafts.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import { type Field, readYaml, type YamlFields, yamlRefusal } from "./yaml.ts";

/** The front matter of a note. */
export interface FrontMatter extends ReadTop {
  /** Whether the note must not be published. */
  isDraft: boolean;
}

const NONE: ReadTop = { fields: new Map(), bodyStart: 0, present: false, errors: [] };

const FENCE = "---";
/** A closed block whose opening fence names a language or is that of TOML or JSON. */
const FOREIGN =
  /^(?<opening>(?<fence>---(?=[^\S\n]*[a-z])|\+{3}|;{3})(?:(?<=---)[^\S\n]*[a-z]+)?)[^\S\n]*\n[\s\S]*?(?<=\n)\k<fence>[ \t]*(?:\r?\n|$)/i;
/** A JSON object with keys that ends at the end of a line. */
const JSON_OBJECT = /^\{(?:[ \t]*".*|\s*"[\s\S]*?(?:\n|"[ \t]*))\}[ \t]*(?:\r?\n|$)/;
const TOML_START = /^\+{3}[^\S\n]*\n\s*(?:#|\[|[\w"'.-]+\s*=)/;
/** How a line of YAML begins: with a key, an item of a list, or a comment. */
const YAML_LINE = /^[ \t]*(?:#|"[^"]*"\s*:|'[^']*'\s*:|[^\s:#][^:\r\n]*:(?:\s|$)|[?-] |[-{[&!%:])/;

/** The only engine gray-matter has: whatever language a fence names, no code in the block runs. */
const ENGINE = { parse: readBetween };
const OPTIONS = { engines: { yaml: ENGINE, json: ENGINE, javascript: ENGINE } };

/** @param inner the text between the fences, without the last line feed */
function readBetween(inner: string): YamlFields {
  // Spaces in place of the opening fence make the offsets those in the file.
  const yaml = " ".repeat(FENCE.length) + inner.replace(/\r$/, "");
  return readPlainYaml(yaml) ?? readYaml(yaml);
}

/**
 * Reads the YAML front matter of a note. A `---` at the top with prose after it is a thematic break, not
 * front matter. Never throws, and never runs code.
 * @param text the whole note without a byte order mark
 */
export function readFrontMatter(text: string): FrontMatter {
  const read = readTop(text);
  const { isDraft, errors } = judgeDraft(text, read);
  return { ...read, present: read.present || errors.length > 0, isDraft, errors };
}

function readTop(text: string): ReadTop {
  const [opening] = /^---[^\S\n]*(?:\n|$)/.exec(text) ?? [];
  if (opening !== undefined) return readBlock(text, opening.length);
  const json = JSON_OBJECT.exec(text);
  if (json) return foreign("{", json[0].length);
  const foreignBlock = FOREIGN.exec(text);
  if (foreignBlock) return foreign(foreignBlock.groups!.opening!, foreignBlock[0].length);
  return TOML_START.test(text) ? unclosed("+++") : NONE;
}

/** A block between two fences. @param inside offset after the opening line */
function readBlock(text: string, inside: number): ReadTop {
  const closing = text.indexOf(`\n${FENCE}`, FENCE.length) + 1;
  const inner = text.slice(inside, closing === 0 ? undefined : closing);
  const isProse = !YAML_LINE.test(inner.replace(/^\s*\n/, ""));
  if (closing === 0) {
    return isProse || /^[ \t]*(?:[\r\n]|$)/.test(inner) ? NONE : unclosed(FENCE);
  }
  if (isProse && inner.trim() !== "") return NONE;
  const lineEnd = text.indexOf("\n", closing);
  const bodyStart = lineEnd === -1 ? text.length : lineEnd + 1;
  const block = text.slice(0, bodyStart);
  if (block.slice(closing + FENCE.length).trim() !== "") {
    const message = `The front matter ends at this line, which must be just \`${FENCE}\`.`;
    return unread(message, closing + FENCE.length, bodyStart, closing);
  }
  const refusal = yamlRefusal(block);
  if (refusal !== undefined) return unread(refusal, FENCE.length, bodyStart);

  // For a block of comments gray-matter returns an empty object without calling an engine.
  const read: Partial<YamlFields> = matter(block, OPTIONS).data;
  const { fields = new Map<string, Field>(), errors = [], isProse: isSentence = false } = read;
  // Two thematic breaks, or unclosed front matter with one far below: the text between is kept.
  if (isSentence) return NONE;
  const yaml = block.slice(FENCE.length, closing);
  if (errors.length > 0 && holdsParagraph(yaml)) return unclosed(FENCE);
  return { fields, bodyStart, present: true, errors };
}

/** Whether a blank line is followed by something other than YAML. */
function holdsParagraph(yaml: string): boolean {
  const starts = yaml.matchAll(/\n[ \t]*\r?\n(?=[^\s#])([^\n]*)/g);
  return (
    [...starts].some(([, line = ""]) => !YAML_LINE.test(line)) || /\n[ \t]*\r?\n#+ /.test(yaml)
  );
}

/** For TOML, JSON, or any other language. @param opening the opening fence */
function foreign(opening: string, bodyStart: number): ReadTop {
  const language = opening === "+++" ? "TOML f" : /^[{;]/.test(opening) ? "JSON f" : "F";
  const message = `${language}ront matter that opens with \`${opening}\` is not read, and code in it never runs. Write YAML between two lines that are just \`${FENCE}\`.`;
  return unread(message, opening.length, bodyStart);
}

function unclosed(fence: string): ReadTop {
  const message = `The front matter is never closed. End it with a line that is just \`${fence}\`.`;
  return unread(message, fence.length);
}

/** @param start of what is wrong, as `end` is its end */
function unread(message: string, end: number, bodyStart = 0, start = 0): ReadTop {
  return { ...NONE, bodyStart, present: true, errors: [{ start, end, message }] };
}
