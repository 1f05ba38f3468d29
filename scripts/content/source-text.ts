import { readSource } from "./read-source.ts";

/** The text of a file of the content folder; undefined where it has none to show. */
export function sourceText(contentDir: string, file: string): string | undefined {
  const source = readSource(contentDir, file);
  return "rule" in source ? undefined : source.text;
}
