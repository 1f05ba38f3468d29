import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { OPTIONAL_FIELDS } from "../../worker/contract/note.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { DEFAULT_CONTENT, typed, typedFor } from "../cli/program.ts";
import type { Collection, Config } from "../config/config.ts";
import { readConfig } from "../config/read.ts";
import { CONFIG_FILE, lastPart, withoutMarkdownExtension } from "../content/paths.ts";
import { ContentError, OutputError, UsageError } from "../diagnostics/errors.ts";
import { routeFiles } from "../pipeline/route.ts";
import { depthOf, routeFields } from "../routes/routes.ts";
import { slugName } from "../routes/slugs.ts";

const USAGE = `Usage: ${typed("new", "PATH [options]")}

Creates a note with the fields of its collection. PATH is relative to the notes folder:

  ${typed("new", "terms/networking/bgp --title BGP")}

Options:
  --title TEXT    the note's title (default: made from the file name)
  --content DIR   the notes (default: ${DEFAULT_CONTENT})
  -h, --help      show this

Exit codes: 0 done, 1 the notes cannot be read or the file not written, 2 wrong usage.
`;

const OPTIONS = {
  allowPositionals: true,
  options: { content: { type: "string", default: DEFAULT_CONTENT }, title: { type: "string" } },
} as const;

/**
 * Creates the file of a new note and returns its path. Existing files are never touched.
 * @param args the command line
 * @throws UsageError, ContentError, OutputError
 */
export async function createNote(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArguments(args, OPTIONS);
  const { content: contentDir, title } = values;
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) {
    throw new UsageError(
      `Give one path, in quotes if it has spaces: ${typed("new", "terms/networking/bgp")}.`,
    );
  }
  const { config, diagnostics } = await readConfig(contentDir);
  if (diagnostics[0]) {
    const { line, message } = diagnostics[0];
    throw new ContentError(`${join(contentDir, CONFIG_FILE)}:${line}: ${message}`);
  }
  const { file, collection } = routeNote(insideContent(path, contentDir), config);
  const target = join(contentDir, file);
  if (existsSync(target)) throw new UsageError(`${target} already exists.`);
  try {
    mkdirSync(dirname(target), { recursive: true });
    // Fails if another program has created the file in the meantime.
    writeFileSync(target, frontMatter(title?.trim(), file, collection, config), { flag: "wx" });
  } catch (error) {
    throw new OutputError(`${target} cannot be written: ${(error as Error).message}.`);
  }
  return target;
}

/** A path with `/`. Because shells complete paths from the working directory, `content/terms/…` means `terms/…`. */
function insideContent(path: string, contentDir: string): string {
  const [inside = "", folder] = [path, contentDir].map((each) =>
    each.replaceAll("\\", "/").replace(/^\.\//, ""),
  );
  const prefix = `${folder}/`.replace(/\/+$/, "/");
  return inside.startsWith(prefix) ? inside.slice(prefix.length) : inside;
}

/**
 * Returns the file and collection of a new note, by the same rules as for existing notes.
 * @param path inside the content folder, with or without an extension of Markdown
 * @throws UsageError if no note can be there
 */
function routeNote(path: string, config: Config): { file: string; collection: Collection } {
  const file = `${withoutMarkdownExtension(path).normalize("NFC")}.md`;
  if (/(^|\/)[./]|^[a-z]:|\0/i.test(file)) {
    throw new UsageError(
      `"${path}" must be a path inside the notes folder, without names that begin with a dot.`,
    );
  }
  const { routed, diagnostics } = routeFiles([file], config);
  const [note] = routed;
  const [wrong] = diagnostics;
  if (note && !wrong) return note;
  throw new UsageError(`${file}: ${wrong?.message}`);
}

/** The front matter of a new note. The fields that its folders are named after are filled in; the others are empty. */
function frontMatter(
  title: string | undefined,
  file: string,
  { folder, route, fields }: Collection,
  { collections }: Config,
): string {
  const folders = file.split("/").slice(depthOf(folder));
  const inRoute = routeFields(route);
  const values = Object.entries(fields)
    .filter(([name]) => collections || !OPTIONAL_FIELDS.includes(name))
    .map(([name, rule]) => {
      const own = folders[inRoute.indexOf(name)];
      const value = own === undefined ? undefined : folderValue(own, rule.values);
      return [name, value ?? (rule.type === "list" ? [] : null)];
    });
  const data = {
    title: title || nameToTitle(lastPart(withoutMarkdownExtension(file))),
    summary: null,
    ...Object.fromEntries(values),
    tags: [],
    aliases: [],
  };
  return `---\n${stringify(data, { lineWidth: 0, nullStr: "" }).replace(/: $/gm, ":")}---\n`;
}

/** The value of the field that a folder is named after: the allowed one with the same slug, or a title. */
function folderValue(folder: string, values?: readonly string[]): string | undefined {
  return (values ?? [nameToTitle(folder)]).find((each) => slugName(each) === slugName(folder));
}

/**
 * `hash-table` gives `Hash table`, `c++` gives `C++`. Dates and names with spaces keep their hyphens, and a short word
 * without a vowel stays as it is: nobody can tell from `bgp` how its letters are written.
 */
function nameToTitle(name: string): string {
  if (/^[b-df-hj-np-tv-xz\d]{2,5}$/.test(name)) return name;
  const words = /\s/.test(name) ? name.trim() : name.replace(/[-_]+(?!\d)/g, " ").trim();
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

// From Node 24.2 on, `import.meta.main` would do.
if (realpathSync(process.argv[1]!) === import.meta.filename) {
  await runCommand(async (args) => {
    const file = await createNote(args);
    const { content, title } = parseArguments(args, OPTIONS).values;
    const advice = title ? "" : " Its title is made from its name: --title sets another.";
    const check = typedFor("check", content);
    process.stdout.write(
      `Created ${file}.${advice} Write it, link to it from another note, and run ${check}.\n`,
    );
    return 0;
  }, USAGE);
}
