import { relative, resolve } from "node:path";
import { realPath } from "../content/real-path.ts";
import { OutputError } from "./output-error.ts";

/**
 * Refuses an output folder in which some of the notes lie: a static host would publish them as files, drafts too.
 * @param files the notes, relative to the content folder, with `/`
 * @throws OutputError
 */
export function refuseNotes(files: readonly string[], contentDir: string, outDir: string): void {
  const way = relative(realPath(resolve(contentDir)), realPath(resolve(outDir)));
  const inside = `${way.replaceAll("\\", "/")}/`;
  const note = files.find((file) => file.startsWith(inside));
  if (note === undefined) return;
  throw new OutputError(
    `${outDir} holds notes, ${note} among them. Choose another folder with --out, or list this one under \`ignore\` in collections.yaml.`,
  );
}
