import type { NewOptions } from "./new-options.ts";
import { parseArguments } from "./parse-arguments.ts";
import { UsageError } from "./usage-error.ts";

export const NEW_USAGE = `Usage: npm run new -- PATH [options]

Makes a note that passes the check but for what must be written: its fields, the
allowed values beside those that are empty, and the headings that are usual in its
collection. PATH is inside the folder of the notes:

  npm run new -- terms/networking/quic --title QUIC

Options:
  --title TEXT    the note's title (default: the file's name, written out)
  --content DIR   the notes (default: content)
  -h, --help      show this

Exit codes: 0 done, 1 the notes or the folder are at fault, 2 wrong usage.
`;

const OPTIONS = {
  allowPositionals: true,
  options: {
    content: { type: "string", default: "content" },
    title: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
} as const;

/**
 * Reads the command line of `npm run new`.
 * @throws UsageError with a sentence for the person who typed it
 */
export function parseNewOptions(args: readonly string[]): NewOptions {
  const { values, positionals } = parseArguments(args, OPTIONS);
  const [path = "", ...others] = positionals;
  if (others.length > 0) {
    throw new UsageError(`One path is one note: ${positionals.join(" ")} are several.`);
  }
  if (path === "" && !values.help) {
    throw new UsageError("Say where the note goes: npm run new -- terms/networking/quic.");
  }
  if (values.content.trim() === "") throw new UsageError("--content takes a folder.");
  if (values.title !== undefined && !/^[^\p{Cc}]*\S[^\p{Cc}]*$/u.test(values.title)) {
    throw new UsageError("--title takes a text of one line that is not blank.");
  }
  return { contentDir: values.content, path, title: values.title?.trim(), help: values.help };
}
