import type { BuildOptions } from "../cli/options.ts";
import { listNotes } from "../content/list.ts";
import { type Output, outputFilter } from "../output/write.ts";
import { ContentError, OutputError } from "../problems/errors.ts";
import type { BuildContext } from "./state.ts";

/** Paths in the content folder, sorted by code point. */
export interface ContentFiles {
  /** The Markdown files. */
  files: readonly string[];
  /** All other files. */
  others: readonly string[];
  /** Number of hidden Markdown files, which are left out. */
  hidden: number;
}

/**
 * Lists the files of the content folder that are not in the output.
 * @throws ContentError if there are no notes
 * @throws OutputError if notes are in the output, where a static host would publish them as files, even drafts
 */
export function listContent(
  { contentDir, outDir }: BuildOptions,
  { config, log }: BuildContext,
  output: Output | undefined,
): ContentFiles {
  const { files, others, hidden, findings } = listNotes(
    contentDir,
    config.ignore,
    config.extensions,
  );
  if (files.length === 0) throw new ContentError(`${contentDir} contains no Markdown notes.`);
  log.add(findings);
  const isOutput = outputFilter(contentDir, outDir);
  const note = output && files.find(isOutput);
  if (note !== undefined) {
    throw new OutputError(
      `${outDir} contains notes, ${note} among them. Choose another folder with --out, or list this one under \`ignore\` in collections.yaml.`,
    );
  }
  return { files, others: others.filter((file) => !isOutput(file)), hidden };
}
