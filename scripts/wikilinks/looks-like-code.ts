import type { WrittenLink } from "./written-link.ts";

const SHELL_TEST =
  /^\s+(?:!\s|-\w+\s|["$(])|\s(?:[=!]=|=~|&&|\|\||[=<>]|-(?:eq|ne|gt|lt|ge|le|nt|ot|ef))\s/;
const ATTRIBUTE =
  /^(?:assume|carries_dependency|deprecated|fallthrough|indeterminate|likely|maybe_unused|no_unique_address|nodiscard|noreturn|unlikely|(?:clang|gnu|gsl|msvc)::\w+)(?:\(.*\))?(?:,|$)/;
const CHARACTER_CLASS = /^:\w+:$/;
const QUOTED = /^(["']).*\1$/;
const VARIABLE = /^\$[\w({]/;
const NUMBERS = /^-?\d{1,3}$|^[-+.\d\s]+(?:[,;][-+.\d\s]+)+$/;
const PUNCTUATION = /[{}]|;$|=>|\(\)$|==|&&|\|\|/;
const INDEX = /^[\w.:]{1,20}$/;

/** Whether double brackets that lead to no note are rather a shell's test, an index, an attribute. */
export function looksLikeCode({ link, body }: WrittenLink): boolean {
  const opening = link.start + (link.embed ? 1 : 0);
  const inner = body.slice(opening + 2, link.end - 2);
  const trimmed = inner.trim();
  const isIndexed = opening > 0 && /[\w)\]]/.test(body[opening - 1]!) && INDEX.test(trimmed);
  return (
    isIndexed ||
    SHELL_TEST.test(inner) ||
    [ATTRIBUTE, CHARACTER_CLASS, QUOTED, VARIABLE, NUMBERS, PUNCTUATION].some((pattern) =>
      pattern.test(trimmed),
    )
  );
}
