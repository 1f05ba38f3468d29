import { relative, resolve } from "node:path";
import { isWithin } from "../content/is-within.ts";
import { realPath } from "../content/real-path.ts";
import { OutputError } from "./output-error.ts";

/**
 * Refuses an output folder in which some of the notes lie: a static host would publish them as files, drafts too.
 * @param files the notes, relative to the content folder, with `/`
 * @throws OutputError
 */
export function refuseNotes(files: readonly string[], contentDir: string, outDir: string): void {
  const [content, out] = [realPath(resolve(contentDir)), realPath(resolve(outDir))];
  if (!isWithin(out, content)) return;
  const inside = `${relative(content, out).replaceAll("\\", "/")}/`;
  const note = files.find((file) => file.startsWith(inside));
  if (note === undefined) return;
  throw new OutputError(
    `${outDir} holds notes, ${note} among them. Choose another folder with --out, or list this one under \`ignore\` in collections.yaml.`,
  );
}
