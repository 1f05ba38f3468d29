import type { Config } from "../config/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import type { ParsedFile } from "./parsed-file.ts";

/** Whether only notes with a clear yes are published: by `publish: marked`, or because a note has `dg-publish: true`. */
export function isOptIn({ publish }: Config, files: Iterable<ParsedFile>): boolean {
  if (publish !== undefined) return publish === "marked";
  return [...files].some(({ note }) => note?.publishedBy === "dg-publish");
}

/** A warning if some notes are meant to be published, and the others are published, too. @param notes the published */
export function unmarkedNotes(
  notes: readonly { file: string; publishedBy?: string | undefined }[],
  { publish }: Config,
): Diagnostic[] {
  const marked = notes.filter(({ publishedBy = "published" }) => publishedBy !== "published");
  const unmarked = notes.filter(({ publishedBy }) => publishedBy === undefined);
  const [first] = unmarked;
  if (publish !== undefined || !first || marked.length === 0) return [];
  const count = `${marked.length} of ${notes.length} notes ${marked.length === 1 ? "has" : "have"}`;
  const others = unmarked.length === 1 ? "the other one is" : `the other ${unmarked.length} are`;
  const message = `${count} \`${marked[0]!.publishedBy}: true\`; ${others} published, too. Set \`publish: marked\` or \`publish: all\` in collections.yaml.`;
  return [{ file: first.file, line: 1, column: 1, rule: "unmarked-notes", message }];
}
