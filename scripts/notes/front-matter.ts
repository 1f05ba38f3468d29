import matter from "gray-matter";
import { endOfBlocks, type FileTop, fileTop, mentionsDraft, saysDraft } from "./file-top.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import { type Field, readYaml, type YamlFault, type YamlFields } from "./yaml.ts";

/** The front matter of a note. */
export interface FrontMatter {
  /** By key, as typed. */
  fields: ReadonlyMap<string, Field>;
  /** Offset of the body, which starts after the line of the closing fence. */
  bodyStart: number;
  /** Whether there is front matter, or what was meant as such. */
  present: boolean;
  /** Whether the note says that it must not be published, wherever at the top of the file it does. */
  isDraft: boolean;
  faults: readonly YamlFault[];
}

type ReadBlock = Omit<FrontMatter, "isDraft">;

const NONE: ReadBlock = { fields: new Map(), bodyStart: 0, present: false, faults: [] };

const FENCE = "---";
/** UTF-16 units. Reading takes time that grows with the square of the number of keys. */
const MAX_LENGTH = 100_000;
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
  const { fields, present } = read;
  const isRead = present && read.faults.length === 0;
  const top = isRead ? { end: endOfBlocks(text, read.bodyStart) } : fileTop(text);
  const doubt = [...fields].find(isDoubtful)?.[1];
  const head = text.slice(0, Math.max(read.bodyStart, top.end));
  const mayBeDraft = mentionsDraft(head, fields);
  const isClear = mayBeDraft && saysDraft("", fields, isRead);
  const isDraft = mayBeDraft && (isClear || doubt !== undefined || saysDraft(head, fields, isRead));
  const isMissed = present ? isRead && isDraft && !isClear : isDraft || top.fault !== undefined;
  const faults = isMissed ? [missedFault(top, doubt, present)] : read.faults;
  return { ...read, present: present || isMissed, isDraft, faults };
}

/** Whether a field is meant to say whether the note is a draft, in a word that is neither yes nor no. */
function isDoubtful([key, { text }]: [string, Field]): boolean {
  return (
    key.toLowerCase() === "draft" && !/^(?:|false|no|off|null|~|true|yes|on)$/i.test(text ?? "?")
  );
}

/** @param doubt the field that may say that the note is a draft */
function missedFault({ fault }: FileTop, doubt: Field | undefined, present: boolean): YamlFault {
  if (doubt)
    return { start: doubt.start, end: doubt.end, message: "`draft` must be true or false." };
  if (present) {
    const message =
      "A line at the top of the note says that it is a draft, but YAML does not read it as a field. Write `draft: true` on a line of its own.";
    return { start: 0, end: FENCE.length, message };
  }
  const { reason, ...place } = fault ?? {
    start: 0,
    end: 1,
    reason: "it is not between two lines that are just `---`",
  };
  const message = `This looks like front matter, but ${reason}. Begin the file with \`---\`, a line for each field, and \`---\`.`;
  return { ...place, message };
}

function readTop(text: string): ReadBlock {
  const [opening] = /^---[^\S\n]*(?:\n|$)/.exec(text) ?? [];
  if (opening !== undefined) return readBlock(text, opening.length);
  const json = JSON_OBJECT.exec(text);
  if (json) return foreign("{", json[0].length);
  const foreignBlock = FOREIGN.exec(text);
  if (foreignBlock) return foreign(foreignBlock.groups!.opening!, foreignBlock[0].length);
  return TOML_START.test(text) ? unclosed("+++") : NONE;
}

/** A block between two fences. @param inside offset after the opening line */
function readBlock(text: string, inside: number): ReadBlock {
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
  const fault = blockFault(block, closing);
  if (fault) return unreadable(bodyStart, fault);

  // For a block of comments gray-matter returns an empty object without calling an engine.
  const read: Partial<YamlFields> = matter(block, OPTIONS).data;
  const { fields = new Map<string, Field>(), faults = [], isProse: isSentence = false } = read;
  // Two thematic breaks, or unclosed front matter with one far below: the text between is kept.
  if (isSentence) return NONE;
  const yaml = block.slice(FENCE.length, closing);
  if (faults.length > 0 && holdsParagraph(yaml)) return unclosed(FENCE);
  return { fields, bodyStart, present: true, faults };
}

/** Why a block cannot be read at all. Some input that no author writes would take too long to parse. */
function blockFault(block: string, closing: number): YamlFault | undefined {
  if (block.slice(closing + FENCE.length).trim() !== "") {
    const message = `The front matter ends at this line, which must be just \`${FENCE}\`.`;
    return { start: closing, end: closing + FENCE.length, message };
  }
  const message = refusal(block);
  return message === undefined ? undefined : { start: 0, end: FENCE.length, message };
}

function refusal(block: string): string | undefined {
  if (block.length > MAX_LENGTH) {
    return `The front matter is longer than ${MAX_LENGTH / 1000} kB, so it is not read. Move the text below it.`;
  }
  if (/(?:[-?][ \t]+){100}/.test(block)) return "The front matter is nested too deeply to be read.";
  return /(?:^[ \t]*\r?\n){1000}/m.test(block)
    ? "The front matter has a thousand blank lines in a row, so it is not read. Remove them."
    : undefined;
}

/** Whether a blank line is followed by something other than YAML. */
function holdsParagraph(yaml: string): boolean {
  const starts = yaml.matchAll(/\n[ \t]*\r?\n(?=[^\s#])([^\n]*)/g);
  return (
    [...starts].some(([, line = ""]) => !YAML_LINE.test(line)) || /\n[ \t]*\r?\n#+ /.test(yaml)
  );
}

/** For TOML, JSON, or any other language. @param opening the opening fence */
function foreign(opening: string, bodyStart: number): ReadBlock {
  const language = opening === "+++" ? "TOML f" : /^[{;]/.test(opening) ? "JSON f" : "F";
  const message = `${language}ront matter that opens with \`${opening}\` is not read, and code in it never runs. Write YAML between two lines that are just \`${FENCE}\`.`;
  return unreadable(bodyStart, { start: 0, end: opening.length, message });
}

function unclosed(fence: string): ReadBlock {
  const message = `The front matter is never closed. End it with a line that is just \`${fence}\`.`;
  return unreadable(0, { start: 0, end: fence.length, message });
}

function unreadable(bodyStart: number, fault: YamlFault): ReadBlock {
  return { ...NONE, bodyStart, present: true, faults: [fault] };
}
