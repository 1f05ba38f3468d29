import type { DiagnosticMessage } from "../diagnostics/diagnostics.ts";
import { encodeCharacter } from "../markdown/escape.ts";
import { inCell } from "../markdown/labels.ts";
import type { Wikilink } from "../markdown/wikilinks.ts";
import { diagnostic, type Rewrite, shorten } from "./link-diagnostics.ts";

/** `[[ -f x ]]`, `[[ $# -gt 0 ]]`: spaces inside the brackets. */
const SHELL_TEST = /^\s+(?:!\s|-\w+\s|["$(]|.*\s(?:[=<>]|[=!]=|=~|-\w\w)\s.*\s$)/;
const ATTRIBUTE =
  /^(?:deprecated|fallthrough|likely|maybe_unused|nodiscard|noreturn|unlikely|(?:clang|gnu|gsl|msvc)::\w+)(?:\(.*\))?(?:,|$)/;
const QUOTED = /^(["']).*\1$/;
const NUMBERS = /^-?\d{1,3}$|^[-+.\d\s]+(?:[,;][-+.\d\s]+)+$/;
const PUNCTUATION = /[{}]|;$|=>|\(\)$|==|&&|\|\|/;
/** `x[[1]]`: after a word or a bracket. */
const INDEX = /^[\w.:]{1,20}$/;

/** `[[module.imports]]` alone on a line of TOML: `key = value` lines follow, perhaps after other headers of tables. */
const TOML_KEYS = /^[\w.-]+$/;
const TOML_BELOW =
  /^[ \t]*(?:\r?\n[ \t]*(?:#.*|\[{1,2}[\w.-]+\]{1,2}[ \t]*)?)*\r?\n[ \t]*[\w."'-]+[ \t]*=[ \t]*["'\d[{tf]/;
/** UTF-16 units that are searched for what follows. */
const MAX_BELOW = 500;
/** A table of contents, which a renderer puts in the place of a paragraph. */
const CONTENTS = /^_?toc_?$/i;

const ADDRESS = /^(?:(?:https?|ftp):\/\/|mailto:|www\.)\S/i;

/** Whether double brackets are the header of a table in TOML, outside Markdown's code: generators of sites have such fences. */
export function isTomlTable({ start, end, target, label }: Wikilink, body: string): boolean {
  return (
    label === undefined &&
    TOML_KEYS.test(target) &&
    TOML_BELOW.test(body.slice(end, end + MAX_BELOW)) &&
    /(?:^|\n)[ \t]*$/.test(body.slice(Math.max(0, start - MAX_BELOW), start))
  );
}

/** Whether double brackets alone in a paragraph ask for a table of contents. */
export function isContents({ start, end, target }: Wikilink, body: string): boolean {
  const before = /(?:^|\n[ \t]*\r?\n)[ \t]*$/;
  const after = /^[ \t]*(?:\r?\n[ \t]*(?:\r?\n|$)|$)/;
  return (
    CONTENTS.test(target) &&
    before.test(body.slice(Math.max(0, start - MAX_BELOW), start)) &&
    after.test(body.slice(end, end + MAX_BELOW))
  );
}

/** Rewrites double brackets that contain an address, and reports those that contain code: a shell test, an index. */
export function rewriteCodeOrAddress(link: Wikilink, body: string): Rewrite | undefined {
  if (ADDRESS.test(link.target)) return rewriteAddress(link);
  return isCode(link, body)
    ? { markdown: undefined, diagnostics: [codeAsLink(link, body)] }
    : undefined;
}

function isCode(link: Wikilink, body: string): boolean {
  const opening = link.start + (link.embed ? 1 : 0);
  const inner = body.slice(opening + 2, link.end - 2);
  const trimmed = inner.trim();
  const isIndexed = opening > 0 && /[\w)\]]/.test(body[opening - 1]!) && INDEX.test(trimmed);
  const isCodeAlone = [ATTRIBUTE, QUOTED, NUMBERS, PUNCTUATION].some((each) => each.test(trimmed));
  return isIndexed || isCodeAlone || SHELL_TEST.test(inner);
}

function codeAsLink(link: Wikilink, body: string): DiagnosticMessage {
  const source = body.slice(link.start, link.end);
  const inCode = `\`${inCell(source, link)}\``;
  const message =
    "Double brackets are a link, and this reads like code. Put it in backticks, or write \\[[ for brackets that are text.";
  const inText = source.replace("[[", () => "\\[[");
  return diagnostic("code-as-link", message, ...(source.includes("`") ? [] : [inCode]), inText);
}

function rewriteAddress({ target, label }: Wikilink): Rewrite {
  const encoded = target.replace(/[\s<>\\()]/g, encodeCharacter);
  const url = /^www\./i.test(encoded) ? `https://${encoded}` : encoded;
  const markdown = label === undefined ? `<${url}>` : `[${label}](${url})`;
  const message = `Double brackets link to notes. Write ${shorten(markdown)} for an address.`;
  return { markdown, diagnostics: [diagnostic("external-link", message, markdown)] };
}
