/** What may be markup, or is shown as another character. */
const MARKUP = /[\\`*~[\]<\0]|&(?=[#a-z\d])|(?<![a-z\d])_|_(?![a-z\d])/i;
/**
 * Words in stars and code between spaces, which every reader of Markdown takes for that: the stars
 * can open nothing but what they close.
 */
const SIMPLE =
  /(?<=^|[ \n])(?:(\*\*?)([a-z\d](?:[^*`]*[a-z\d])?)\1|`([^`\s](?:[^`\r\n]*[^`\s])?)`)(?=$|[ \n,.;:!?])/gi;

/**
 * The text of inline Markdown as a reader sees it, where that is certain: undefined for what holds other
 * markup than words in stars and code.
 */
export function plainInline(markdown: string): string | undefined {
  if (!MARKUP.test(markdown)) return markdown;
  const rest = markdown.replace(SIMPLE, (_, _stars, words: string | undefined) => words ?? "");
  if (MARKUP.test(rest)) return undefined;
  return markdown.replace(
    SIMPLE,
    (_, _stars, words: string | undefined, code: string) => words ?? code,
  );
}
