import { amendListing, listNotes } from "../content/list-files.ts";
import { isNoteFile } from "../content/paths.ts";
import { ContentError, OutputError } from "../diagnostics/errors.ts";
import { type Output, outputFilter } from "../output/write.ts";
import { plural } from "../report/terminal.ts";
import type { BuildContext, BuildOptions, Content } from "./memory.ts";
import { routeFiles } from "./route.ts";

/**
 * Lists the files of the content folder that are not in the output, and finds their routes.
 * @returns what is remembered if no file was added or removed
 * @throws ContentError if there are no notes
 * @throws OutputError if notes are in the output, where a static host would publish them as files, even drafts
 */
export function listContent(
  { contentDir, outDir }: BuildOptions,
  { config, last, changed }: BuildContext,
  output: Output | undefined,
): Content {
  const scope = [
    contentDir,
    config.ignore,
    config.extensions,
    config.logseq !== undefined,
  ] as const;
  const known = last && amendListing(last.content.listing, changed, ...scope);
  if (known && known === last?.content.listing) return last.content;
  const listing = known ?? listNotes(...scope);
  const { files, others } = listing;
  if (files.length === 0) throw new ContentError(withoutNotes(contentDir, others));
  const isOutput = outputFilter(contentDir, outDir);
  const note = output && files.find(isOutput);
  if (note !== undefined) {
    throw new OutputError(
      `${outDir} contains notes, ${note} among them. Choose another folder with --out, or list this one under \`ignore\` in collections.yaml.`,
    );
  }
  const { routed, diagnostics } = routeFiles(files, config);
  return {
    listing: { ...listing, others: others.filter((file) => !isOutput(file)) },
    routed,
    diagnostics: [...listing.diagnostics, ...diagnostics],
  };
}

function withoutNotes(contentDir: string, others: readonly string[]): string {
  const count = others.filter((file) => isNoteFile(file, ["mdx"])).length;
  const mdx = ` It has ${plural(count, "MDX file")}: \`extensions: [md, mdx]\` in its collections.yaml reads them as Markdown.`;
  return `${contentDir} contains no Markdown notes.${count > 0 ? mdx : ""}`;
}
