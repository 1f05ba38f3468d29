import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { CONFIG_FILE } from "./collections/config-file.ts";
import type { ContentConfig } from "./collections/content-config.ts";
import { readConfig } from "./collections/read-config.ts";
import { runCommand } from "./command.ts";
import { isWithin } from "./content/is-within.ts";
import { listFiles } from "./content/list-files.ts";
import { readSource } from "./content/read-source.ts";
import type { NotePlace } from "./new-note/note-place.ts";
import { noteSkeleton } from "./new-note/note-skeleton.ts";
import { placeNote } from "./new-note/place-note.ts";
import { usualHeadings } from "./new-note/usual-headings.ts";
import { collectionOf } from "./notes/collection-of.ts";
import { readFrontMatter } from "./notes/front-matter.ts";
import type { NewOptions } from "./options.ts";
import { NEW_USAGE, parseNewOptions } from "./options.ts";
import { ContentError, OutputError, UsageError } from "./report/errors.ts";

/**
 * Makes a note that is yet to be written, and no note that is there is ever touched.
 * @returns the path of its file
 * @throws UsageError, ContentError
 */
export async function createNote({ contentDir, path, title }: NewOptions): Promise<string> {
  const { config, findings } = await readConfig(contentDir);
  if (findings[0]) {
    const { line, message } = findings[0];
    throw new ContentError(`${join(contentDir, CONFIG_FILE)}:${line}: ${message}`);
  }
  const place = placeNote(insideContent(path, contentDir), config);
  const { files } = await listFiles(contentDir, config.ignore);
  const target = join(contentDir, place.file);
  const same = files.find((file) => stem(file) === stem(place.file));
  if (same !== undefined || existsSync(target)) {
    throw new UsageError(`${join(contentDir, same ?? place.file)} is there already.`);
  }
  const headings = usualHeadings(bodiesBeside(place, files, contentDir, config));
  write(target, noteSkeleton(place, config, title, headings));
  return target;
}

/**
 * A shell completes a path from where it stands: `content/terms/…` means `terms/…`. Where it stands among the
 * notes, a path that goes on from there is as good a path inside them, and is taken for that.
 */
function insideContent(path: string, contentDir: string): string {
  const goesOn = isWithin(".", contentDir) && !isAbsolute(path) && isWithin(path, ".");
  const inside = relative(contentDir, path);
  return inside === "" || goesOn || !isWithin(path, contentDir) ? path : inside;
}

function write(target: string, text: string): void {
  try {
    mkdirSync(dirname(target), { recursive: true });
    // Not over a file that came to be meanwhile.
    writeFileSync(target, text, { flag: "wx" });
  } catch (error) {
    throw new OutputError(`${target} cannot be written: ${(error as Error).message}.`);
  }
}

/** Two files of one stem would share a route, or be one file where case does not count. */
function stem(file: string): string {
  return file.slice(0, file.lastIndexOf(".")).normalize("NFC").toLowerCase();
}

function bodiesBeside(
  { collection }: NotePlace,
  files: readonly string[],
  contentDir: string,
  config: ContentConfig,
): string[] {
  return files
    .filter((file) => collectionOf(file, config)?.name === collection.name)
    .map((file) => readSource(contentDir, file))
    .filter((source) => "text" in source)
    .map(({ file, text }) => text.slice(readFrontMatter(file, text).bodyStart));
}

if (import.meta.main) {
  await runCommand(async () => {
    const options = parseNewOptions(process.argv.slice(2));
    if (options.help) {
      process.stdout.write(NEW_USAGE);
      return 0;
    }
    const made = await createNote(options);
    process.stdout.write(`Made ${made}. Write it, link to it from another note, npm run check.\n`);
    return 0;
  });
}
