import { isYamlLine } from "./is-yaml-line.ts";
import { jsonBlockEnd } from "./json-block-end.ts";

/** Where the front matter of a note lies, before anything in it is read. */
export interface FrontMatterBlock {
  /**
   * - `yaml`: between two lines that are just `---`
   * - `overlong`: as `yaml`, but its closing line goes on after `---`
   * - `unclosed`: begun, and never closed
   * - `foreign`: TOML, JSON, or after a fence that names a language
   */
  kind: "yaml" | "overlong" | "unclosed" | "foreign";
  /** Offset after the block's last line, UTF-16 units; 0 where it is unclosed. */
  bodyStart: number;
  /** Offset of the closing line; `bodyStart` where there is none. */
  closing: number;
}

const OPENING = /^(---|\+\+\+|;;;)([^\r\n]*)(\r?\n|$)/;
const CLOSING: Readonly<Record<string, RegExp>> = {
  "---": /(?<=\n)---[ \t]*(?:\r?\n|$)/g,
  "+++": /(?<=\n)\+\+\+[ \t]*(?:\r?\n|$)/g,
  ";;;": /(?<=\n);;;[ \t]*(?:\r?\n|$)/g,
};
const TOML_LINE = /^\s*(?:#|\[|[\w"'.-]+\s*=)/;

/**
 * Finds the front matter of a note without a byte order mark. A `---` at the top with prose after it
 * is a thematic break, and no front matter.
 */
export function frontMatterBlock(text: string): FrontMatterBlock | undefined {
  if (text.startsWith("{")) return jsonObject(text);
  const opening = OPENING.exec(text);
  if (!opening || text.startsWith("----")) return undefined;
  const [line, fence, rest] = opening;
  const language = rest!.trim();
  if (fence === "---" && language === "") return yamlBlock(text, line.length);
  const isForeign = fence === "---" ? /^[a-z]+$/i.test(language) : language === "";
  return isForeign ? foreignBlock(text, fence!, line.length) : undefined;
}

function yamlBlock(text: string, inside: number): FrontMatterBlock | undefined {
  const found = lineAfter(text, inside, /(?<=\n)---([^\r\n]*)(?:\r?\n|$)/g);
  const inner = text.slice(inside, found?.index);
  const isProse = !isYamlLine(inner.replace(/^\s*\n/, ""));
  if (!found) {
    const beginsBlank = /^[ \t]*(?:[\r\n]|$)/.test(inner);
    return isProse || beginsBlank ? undefined : { kind: "unclosed", bodyStart: 0, closing: 0 };
  }
  if (isProse && inner.trim() !== "") return undefined;
  const kind = found[1]!.trim() === "" ? "yaml" : "overlong";
  return { kind, bodyStart: found.index + found[0].length, closing: found.index };
}

function foreignBlock(text: string, fence: string, inside: number): FrontMatterBlock | undefined {
  const found = lineAfter(text, inside, CLOSING[fence]!);
  if (found) {
    return { kind: "foreign", bodyStart: found.index + found[0].length, closing: found.index };
  }
  const isToml = fence === "+++" && TOML_LINE.test(text.slice(inside));
  return isToml ? { kind: "unclosed", bodyStart: 0, closing: 0 } : undefined;
}

function jsonObject(text: string): FrontMatterBlock | undefined {
  const bodyStart = jsonBlockEnd(text);
  return bodyStart === undefined ? undefined : { kind: "foreign", bodyStart, closing: bodyStart };
}

function lineAfter(text: string, from: number, line: RegExp): RegExpExecArray | null {
  line.lastIndex = from;
  return line.exec(text);
}
