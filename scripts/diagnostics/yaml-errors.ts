import {
  type Document,
  type DocumentOptions,
  type ErrorCode,
  isScalar,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  visit,
  YAMLParseError,
} from "yaml";

const NOT_A_PAIR = "This line is not a key with a value. Write `key: value`.";

const COMMENT = "In YAML, a `#` begins a comment. Quote what begins with it.";

/** In place of the parser's own texts, which would mean nothing to an owner. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE:
    "In double quotes, a backslash begins an escape, and YAML does not know this one. Write the backslash twice.",
  BAD_INDENT: "This line is not indented like the lines around it. Indent all of them equally.",
  BAD_SCALAR_START: "A YAML value cannot begin like this. Quote it.",
  BLOCK_AS_IMPLICIT_KEY: "The value contains a colon, which YAML reads as another key. Quote it.",
  DUPLICATE_KEY: "This key appears a second time. Keep one of the two.",
  MISSING_CHAR: NOT_A_PAIR,
  MULTILINE_IMPLICIT_KEY: NOT_A_PAIR,
  MULTIPLE_DOCS: "Only one document is read, and a second one begins here. Remove `...` and `---`.",
  NON_STRING_KEY: "A key must be text.",
  TAB_AS_INDENT: "YAML is indented with spaces, not with tabs. Use spaces.",
  UNEXPECTED_TOKEN: "The value ends before this. Remove the rest, or quote the whole value.",
};

/**
 * Parses one document. The parser compares each key of a mapping with all others, so duplicates are looked for here:
 * if there is no other error, the first is one.
 */
export function parseYaml(
  yaml: string,
  options: ParseOptions & DocumentOptions & SchemaOptions,
): Document.Parsed {
  const document = parseDocument(yaml, { ...options, uniqueKeys: false });
  if (document.errors.length > 0) return document;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const [start, end] = key.range ?? [0, 0];
        if (keys.has(key.value)) {
          document.errors.push(new YAMLParseError([start, end], "DUPLICATE_KEY", ""));
        }
        keys.add(key.value);
      }
    },
  });
  return document;
}

/** What is wrong with YAML, where (offsets in UTF-16 units), and what to write. */
export function explainYamlError(
  { code, message, pos: [start, end] }: Pick<YAMLParseError, "code" | "message" | "pos">,
  yaml: string,
): { start: number; end: number; message: string } {
  const [, bracket] = /end with an? ([\]}])/.exec(message) ?? [];
  const [, quote] = /^Missing closing (["'])/.exec(message) ?? [];
  if (quote) {
    // The parser finds out at the end.
    const opening = yaml.lastIndexOf(quote);
    const line = yaml.slice(0, opening).split("\n").length;
    const close = `The quote opened in line ${line} never closes. End the value with ${quote}.`;
    return { start: opening, end: opening + 1, message: close };
  }
  const own = bracket
    ? `A bracket is opened and never closed. Close it with \`${bracket}\`.`
    : message.startsWith("Comments")
      ? COMMENT
      : MESSAGES[code];
  return { start, end, message: own ?? "This is not YAML. If it is a value, quote it." };
}
