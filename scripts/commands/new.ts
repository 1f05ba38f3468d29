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
import { placeNotes } from "../pipeline/place.ts";
import { ContentError, OutputError, UsageError } from "../problems/errors.ts";
import { didYouMean } from "../problems/nearest.ts";
import { routeFields } from "../routes/routes.ts";
import { slugName } from "../routes/slugs.ts";

const USAGE = `Usage: npm run new -- PATH [options]

Creates a note with the fields of its collection. PATH is relative to the notes folder:

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
  const name = title ?? nameToTitle(lastPart(withoutExtension(file)));
  write(target, frontMatter(name, collection, known, config));
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

/** The front matter of a new note. Values that follow from its place are filled in; the others are empty. */
function frontMatter(
  title: string,
  { fields }: Collection,
  known: ReadonlyMap<string, string>,
  { collections }: Config,
): string {
  const isAsked = (name: string) => collections || !OPTIONAL_FIELDS.includes(name);
  const declared = Object.entries(fields).filter(([name]) => isAsked(name));
  return [
    "---\n",
    stringify({ title }, { lineWidth: 0 }),
    "summary:\n",
    ...declared.map(([name, rule]) => fieldLines(name, rule, known.get(name))),
    "tags: []\naliases: []\n---\n",
  ].join("");
}

/** A short word without a vowel: nobody can tell from `bgp` how its letters are written. */
const INITIALISM = /^[b-df-hj-np-tv-xz\d]{2,5}$/;

/** `hash-table` gives `Hash table`, `c++` gives `C++`. Dates and names with spaces keep their hyphens. */
function nameToTitle(name: string): string {
  if (INITIALISM.test(name)) return name;
  const words = /\s/.test(name)
    ? name.trim()
    : name.replace(/(?<!\d)[-_]+|[-_]+(?!\d)/g, " ").trim();
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

function fieldLines(name: string, { type }: FieldRule, value: string | undefined): string {
  if (value !== undefined) return stringify({ [name]: value });
  const empty = stringify({ [name]: type === "list" ? [] : null }, { nullStr: "" });
  return empty.replace(/ +\n/, "\n");
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
    const options = parseNewOptions(args);
    const file = await createNote(options);
    const stem = withoutExtension(lastPart(file));
    const isGuess = options.title === undefined && INITIALISM.test(stem);
    const advice = isGuess ? ` Its title is "${stem}", as typed: --title sets another.` : "";
    process.stdout.write(
      `Created ${file}.${advice} Write it, link to it from another note, and run npm run check.\n`,
    );
    return 0;
  }, USAGE);
}
