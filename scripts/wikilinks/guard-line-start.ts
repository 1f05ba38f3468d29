/** What begins a block: a heading, a list, a quote, a fence, HTML, a rule, a table, a definition. */
const BLOCK_START = /^(?:[#+>=<|-]|`{3}|~{3}|\*(?=\s)|[*_](?=(?:\s*[*_]){2,}\s*$)|\[(?=[^\]]*\]:))/;
const ORDERED_ITEM = /^(\d{1,9})([.)])(?=\s|$)/;

/** Inline Markdown that stays inline where it comes first in a line. */
export function guardLineStart(markdown: string): string {
  return markdown.replace(BLOCK_START, "\\$&").replace(ORDERED_ITEM, "$1\\$2");
}
