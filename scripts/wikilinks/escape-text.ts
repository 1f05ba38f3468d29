/** Most names. */
const HARMLESS = /^[a-z\d /.,:;()+#-]*$/i;

const ENTITY = /&(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi;

/** Text as inline Markdown that shows it to the letter, between a link's brackets or in a cell. */
export function escapeText(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text
    .replace(/[\\`*[\]<~$|]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(ENTITY, "\\&")
    .replace(/^\^/, "\\^");
}
