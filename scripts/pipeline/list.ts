import { lstatSync } from "node:fs";
import { join } from "node:path";
import { listNotes } from "../content/list.ts";
import { ContentError, OutputError } from "../diagnostics/errors.ts";
import { type Output, outputFilter } from "../output/write.ts";
import { routeFiles } from "./route.ts";
import type { BuildContext, BuildOptions, BuildState, ContentFiles } from "./state.ts";

/** With more changes, there may be others: while a build runs, the system drops events that it has no room for. */
const MAX_EDITS = 100;

/** Whether files that changed are known and still there, so that no other file can have come, gone or moved. */
export function areEdits(
  changed: ReadonlySet<string> | undefined,
  { files }: BuildState,
  contentDir: string,
): boolean {
  const isEdited = (file: string) =>
    files.has(file) && lstatSync(join(contentDir, file), { throwIfNoEntry: false })?.isFile();
  return changed !== undefined && changed.size <= MAX_EDITS && [...changed].every(isEdited);
}

/**
 * Lists the files of the content folder that are not in the output, and finds their routes.
 * @throws ContentError if there are no notes
 * @throws OutputError if notes are in the output, where a static host would publish them as files, even drafts
 */
export function listContent(
  { contentDir, outDir }: BuildOptions,
  { config }: BuildContext,
  output: Output | undefined,
): ContentFiles {
  const { files, others, hidden, diagnostics } = listNotes(
    contentDir,
    config.ignore,
    config.extensions,
    config.logseq !== undefined,
  );
  if (files.length === 0) throw new ContentError(`${contentDir} contains no Markdown notes.`);
  const isOutput = outputFilter(contentDir, outDir);
  const note = output && files.find(isOutput);
  if (note !== undefined) {
    throw new OutputError(
      `${outDir} contains notes, ${note} among them. Choose another folder with --out, or list this one under \`ignore\` in collections.yaml.`,
    );
  }
  const { routed, diagnostics: misrouted } = routeFiles(files, config);
  const all = [...diagnostics, ...misrouted];
  return {
    files,
    others: others.filter((file) => !isOutput(file)),
    hidden,
    routed,
    diagnostics: all,
  };
}
