import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { stringify } from "yaml";
import { OPTIONAL_FIELDS } from "../../worker/contract/note.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { requireText } from "../cli/options.ts";
import type { Collection, Config, FieldRule } from "../config/config.ts";
import { readConfig } from "../config/read.ts";
import { listNotes } from "../content/list.ts";
import {
  CONFIG_FILE,
  folderOf,
  isWithin,
  lastPart,
  withoutExtension,
  withoutMarkdownExtension,
} from "../content/paths.ts";
import { readSource } from "../content/read.ts";
import { scanMarkdown } from "../markdown/scan.ts";
import { readFrontMatter } from "../notes/front-matter.ts";
import { placeNotes } from "../pipeline/place.ts";
import { ContentError, OutputError, UsageError } from "../problems/errors.ts";
import { didYouMean } from "../problems/nearest.ts";
import { routeFields } from "../routes/routes.ts";
import { slugName } from "../routes/slugs.ts";

const USAGE = `Usage: npm run new -- PATH [options]

Creates a note with its fields, the allowed values above those that are empty, and
the usual headings of its collection. PATH is relative to the notes folder:

  npm run new -- terms/networking/bgp --title BGP

Options:
  --title TEXT    the note's title (default: made from the file name)
  --content DIR   the notes (default: content)
  -h, --help      show this

Exit codes: 0 done, 1 the notes cannot be read or the file not written, 2 wrong usage.
`;

const OPTIONS = {
  allowPositionals: true,
  options: { content: { type: "string", default: "content" }, title: { type: "string" } },
} as const;

/** A heading is usual if at least this share of the notes has it, and at least two notes. */
const SHARE = 0.4;

/**
 * Creates the file of a new note and returns its path. Existing files are never touched.
 * @throws UsageError, ContentError, OutputError
 */
export async function createNote({ contentDir, path, title }: NewOptions): Promise<string> {
  const { config, findings } = await readConfig(contentDir);
  if (findings[0]) {
    const { line, message } = findings[0];
    throw new ContentError(`${join(contentDir, CONFIG_FILE)}:${line}: ${message}`);
  }
  const { file, collection } = placeNote(insideContent(path, contentDir), config);
  const known = folderFields(file, collection);
  const { files } = listNotes(contentDir, config.ignore, config.extensions);
  const target = join(contentDir, file);
  const same = files.find((each) => stem(each) === stem(file));
  if (same !== undefined || existsSync(target)) {
    throw new UsageError(`${join(contentDir, same ?? file)} already exists.`);
  }
  const { placed } = placeNotes(files, config);
  const beside = placed.filter((each) => each.collection.name === collection.name);
  const bodies = beside.flatMap((each) => readBody(contentDir, each.file) ?? []);
  const headings = usualHeadings(bodies).map((heading) => `\n## ${heading}\n`);
  const name = title ?? nameToTitle(lastPart(withoutExtension(file)));
  write(target, frontMatter(name, collection, known, config) + headings.join(""));
  return target;
}

/**
 * Because shells complete paths from the working directory, `content/terms/…` means `terms/…`. If that
 * directory is inside the notes folder, a path below it is ambiguous, and is relative to the notes folder.
 */
function insideContent(path: string, contentDir: string): string {
  const goesOn = isWithin(".", contentDir) && !isAbsolute(path) && isWithin(path, ".");
  const inside = relative(contentDir, path);
  return inside === "" || goesOn || !isWithin(path, contentDir) ? path : inside;
}

/**
 * Returns the file and collection of a new note, by the same rules as for existing notes.
 * @param path inside the content folder, with or without an extension of Markdown; `\` is read as `/`
 * @throws UsageError if no note can be there; the message suggests the folder that was probably meant
 */
function placeNote(path: string, config: Config): { file: string; collection: Collection } {
  const slashed = withoutMarkdownExtension(path.replaceAll("\\", "/").replace(/^\.\//, ""));
  const file = `${slashed.normalize("NFC")}.md`;
  if (/(^|\/)[./]|^[a-z]:|\0/i.test(file)) {
    throw new UsageError(
      `"${path}" must be a path inside the notes folder, without names that begin with a dot.`,
    );
  }
  const { placed, findings } = placeNotes([file], config);
  const [place] = placed;
  const [fault] = findings;
  if (place && !fault) return place;
  const folders = (config.collections ?? []).map(({ folder }) => folder || ".");
  const meant = didYouMean(folderOf(file), folders) || didYouMean(file.split("/")[0]!, folders);
  throw new UsageError(`${file}: ${fault?.message}${place ? "" : meant}`);
}

/**
 * Returns the fields that a file's folders determine, each with the allowed value whose slug is the folder's
 * name or, if any value is allowed, with the folder's name as a title.
 * @throws UsageError if a folder matches no allowed value
 */
function folderFields(file: string, { name, folder, route, fields }: Collection) {
  const parts = file.slice(folder === "" ? 0 : folder.length + 1).split("/");
  const values = routeFields(route).map((field, i): [string, string] => {
    const own = parts[i]!;
    const allowed = fields[field]?.values;
    if (allowed === undefined) return [field, nameToTitle(own)];
    const value = allowed.find((each) => slugName(each) === own);
    if (value !== undefined) return [field, value];
    const folders = allowed.map((each) => slugName(each));
    const hint = didYouMean(own, folders) || ` The folders are ${folders.join(", ")}.`;
    throw new UsageError(`No ${field} of ${name} has the folder ${own}.${hint}`);
  });
  return new Map(values);
}

/**
 * The front matter of a new note. Values that follow from its place are filled in; the others are empty, with
 * the allowed values in a comment.
 */
function frontMatter(
  title: string,
  { fields }: Collection,
  known: ReadonlyMap<string, string>,
  { collections, tags }: Config,
): string {
  const isAsked = (name: string) => collections || !OPTIONAL_FIELDS.includes(name);
  const declared = Object.entries(fields).filter(([name]) => isAsked(name));
  return [
    "---\n",
    stringify({ title }, { lineWidth: 0 }),
    "summary:\n",
    ...declared.map(([name, rule]) => fieldLines(name, rule, known.get(name))),
    valuesComment("Some of", tags),
    "tags: []\naliases: []\n---\n",
  ].join("");
}

/** `hash-table` gives `Hash table`, `c++` gives `C++`. Dates and names with spaces keep their hyphens. */
function nameToTitle(name: string): string {
  const words = /\s/.test(name)
    ? name.trim()
    : name.replace(/(?<!\d)[-_]+|[-_]+(?!\d)/g, " ").trim();
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

function fieldLines(name: string, { type, values }: FieldRule, value: string | undefined): string {
  if (value !== undefined) return stringify({ [name]: value });
  const isList = type === "list";
  const key = stringify({ [name]: isList ? [] : null }, { nullStr: "" }).replace(/ +\n/, "\n");
  return valuesComment(isList ? "Some of" : "One of", values) + key;
}

/** Comment lines of about 100 columns that list the allowed values; empty if any value is allowed. */
function valuesComment(intro: string, values: Iterable<string> | undefined): string {
  if (values === undefined) return "";
  const lines = `${intro}: ${[...values].join(", ")}`.match(/.{1,95}(?:, |$)|.+?(?:, |$)/g) ?? [];
  return `# ${lines.map((line) => line.trim()).join("\n#   ")}\n`;
}

/**
 * The usual level-2 headings of a collection, in their usual order. The notes themselves are the template.
 * @param bodies the bodies of the collection's notes
 */
function usualHeadings(bodies: readonly string[]): string[] {
  const found = bodies.flatMap((body) => {
    const second = scanMarkdown(body).headings.filter(({ depth }) => depth === 2);
    const headings = [...new Set(second.map(({ text }) => text))];
    // 0 for the first heading, 1 for the last.
    return headings.map((text, i) => ({ text, place: i / Math.max(1, headings.length - 1) }));
  });
  const least = Math.max(2, bodies.length * SHARE);
  return [...Map.groupBy(found, ({ text }) => text)]
    .filter(([, all]) => all.length >= least)
    .map(([text, all]) => ({ text, sum: all.reduce((sum, { place }) => sum + place, 0), all }))
    .sort((a, b) => a.sum / a.all.length - b.sum / b.all.length)
    .map(({ text }) => text);
}

function write(target: string, text: string): void {
  try {
    mkdirSync(dirname(target), { recursive: true });
    // Fails if another program has created the file in the meantime.
    writeFileSync(target, text, { flag: "wx" });
  } catch (error) {
    throw new OutputError(`${target} cannot be written: ${(error as Error).message}.`);
  }
}

/** Two files with the same stem would share a route, or be the same file on a case-insensitive disk. */
function stem(file: string): string {
  return withoutExtension(file).normalize("NFC").toLowerCase();
}

function readBody(contentDir: string, file: string): string | undefined {
  const source = readSource(contentDir, file);
  return "text" in source ? source.text.slice(readFrontMatter(source.text).bodyStart) : undefined;
}

type NewOptions = ReturnType<typeof parseNewOptions>;

/**
 * Reads the command line. The path is as typed; without a title, one is made from the file name.
 * @throws UsageError if it is wrong
 */
export function parseNewOptions(args: readonly string[]) {
  const { values, positionals } = parseArguments(args, OPTIONS);
  const [path = "", ...others] = positionals;
  if (others.length > 0) {
    throw new UsageError(`Give one path, not several: ${positionals.join(" ")}.`);
  }
  if (path === "") {
    throw new UsageError("Say where the note goes: npm run new -- terms/networking/bgp.");
  }
  requireText("content", values.content, "a folder");
  if (values.title !== undefined && !/^[^\p{Cc}]*\S[^\p{Cc}]*$/u.test(values.title)) {
    throw new UsageError("--title takes one line of text that is not blank.");
  }
  return { contentDir: values.content, path, title: values.title?.trim() };
}

// From Node 24.2 on, `import.meta.main` would do.
if (realpathSync(process.argv[1]!) === import.meta.filename) {
  await runCommand(async (args) => {
    const made = await createNote(parseNewOptions(args));
    process.stdout.write(
      `Created ${made}. Write it, link to it from another note, and run npm run check.\n`,
    );
    return 0;
  }, USAGE);
}
