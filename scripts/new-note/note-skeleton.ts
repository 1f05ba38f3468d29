import { stringify } from "yaml";
import type { OptionalField } from "../collections/collection.ts";
import type { ContentConfig } from "../collections/content-config.ts";
import { nameToTitle } from "./name-to-title.ts";
import type { NotePlace } from "./note-place.ts";

/** Columns of a comment, at most. */
const WIDTH = 100;

/**
 * The text of a note that is yet to be written. What follows from its place is filled in, the rest
 * is left empty, with the allowed values as comments of the YAML.
 * @param title undefined for one made from the file's name
 * @param headings of its body, level 2
 */
export function noteSkeleton(
  { file, collection, domain }: NotePlace,
  config: ContentConfig,
  title: string | undefined,
  headings: readonly string[],
): string {
  const name = file.slice(file.lastIndexOf("/") + 1, file.lastIndexOf("."));
  const optional = (key: OptionalField): string => {
    const rule = collection.fields[key];
    if (!rule) return "";
    if (key === "domain" && domain !== undefined) return stringify({ domain });
    return `${valuesComment("One of", rule.values)}${key}:\n`;
  };
  return [
    "---\n",
    stringify({ title: title ?? nameToTitle(name) }, { lineWidth: 0 }),
    "summary:\n",
    optional("category"),
    optional("domain"),
    valuesComment("Some of", config.tags),
    "tags: []\n",
    "aliases: []\n",
    "---\n",
    ...headings.map((heading) => `\n## ${heading}\n`),
  ].join("");
}

/** Comment lines that list the allowed values; none where any is allowed. */
function valuesComment(intro: string, values: Iterable<string> | undefined): string {
  if (values === undefined) return "";
  const lines = [`# ${intro}:`];
  for (const value of [...values].join(", ").split(/(?<=,) /)) {
    const line = lines.at(-1)!;
    if (line.length + 1 + value.length <= WIDTH) lines[lines.length - 1] = `${line} ${value}`;
    else lines.push(`#   ${value}`);
  }
  return `${lines.join("\n")}\n`;
}
