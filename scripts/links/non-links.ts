import { encodeCharacter } from "../markdown/escape.ts";
import { inCell } from "../markdown/labels.ts";
import type { Wikilink } from "../markdown/wikilinks.ts";
import { finding, type LinkFinding, shorten, type Verdict } from "./findings.ts";

/** `[[ -f x ]]`, `[[ $# -gt 0 ]]`: spaces inside the brackets. */
const SHELL_TEST = /^\s+(?:!\s|-\w+\s|["$(]|.*\s(?:[=<>]|[=!]=|=~|-\w\w)\s.*\s$)/;
const ATTRIBUTE =
  /^(?:deprecated|fallthrough|likely|maybe_unused|nodiscard|noreturn|unlikely|(?:clang|gnu|gsl|msvc)::\w+)(?:\(.*\))?(?:,|$)/;
const QUOTED = /^(["']).*\1$/;
const NUMBERS = /^-?\d{1,3}$|^[-+.\d\s]+(?:[,;][-+.\d\s]+)+$/;
const PUNCTUATION = /[{}]|;$|=>|\(\)$|==|&&|\|\|/;
/** `x[[1]]`: after a word or a bracket. */
const INDEX = /^[\w.:]{1,20}$/;

const ADDRESS = /^(?:(?:https?|ftp):\/\/|mailto:|www\.)\S/i;

/** Judges double brackets that contain an address, or code: a shell test, an index, an attribute. */
export function judgeNonLink(link: Wikilink, body: string): Verdict | undefined {
  if (ADDRESS.test(link.target)) return judgeAddress(link);
  return isCode(link, body)
    ? { markdown: undefined, findings: [codeAsLink(link, body)] }
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

function codeAsLink(link: Wikilink, body: string): LinkFinding {
  const source = body.slice(link.start, link.end);
  const inCode = `\`${inCell(source, link)}\``;
  const message =
    "Double brackets are a link, and this reads like code. Put it in backticks, or write \\[[ for brackets that are text.";
  const inText = source.replace("[[", () => "\\[[");
  return finding("code-as-link", message, ...(source.includes("`") ? [] : [inCode]), inText);
}

function judgeAddress({ target, label }: Wikilink): Verdict {
  const encoded = target.replace(/[\s<>\\()]/g, encodeCharacter);
  const url = /^www\./i.test(encoded) ? `https://${encoded}` : encoded;
  const markdown = label === undefined ? `<${url}>` : `[${label}](${url})`;
  const message = `Double brackets link to notes. Write ${shorten(markdown)} for an address.`;
  return { markdown, findings: [finding("external-link", message, markdown)] };
}
