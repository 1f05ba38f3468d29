import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import { toDate } from "./dates.ts";
import { type Field, fieldsIn } from "./field.ts";
import { lettersOf, toBoolean, toVisible } from "./values.ts";

const isYes = (value: string) => toBoolean(value) === true;
const isNo = (value: string) => toBoolean(value) === false;
const today = () => new Date().toISOString().slice(0, 10);
const isPast = (value: string) => (toDate(value) ?? today()) < today();
const isFuture = (value: string) => (toDate(value) ?? today()) > today();
const isOneOf = (values: RegExp) => (value: string) => values.test(toVisible(value).trim());
const isUnready = isOneOf(/^(?:draft|wip|pending|unlisted|hidden|unpublished|private)$/i);
const isDraftTag = isOneOf(/^#?(?:draft|private)$/i);

/** The fields by which other tools hide a note and this build does not, by the letters of their keys. */
const HIDING: Readonly<Record<string, (value: string) => boolean>> = {
  status: isUnready,
  state: isUnready,
  access: isUnready,
  visibility: isUnready,
  unlisted: isYes,
  hidden: isYes,
  noindex: isYes,
  eleventyexcludefromcollections: isYes,
  permalink: isNo,
  render: isOneOf(/^(?:never|false|no)$/i),
  list: isOneOf(/^never$/i),
  expirydate: isPast,
  unpublishdate: isPast,
  publishdate: isFuture,
  date: isFuture,
  tags: isDraftTag,
  tag: isDraftTag,
  keywords: isDraftTag,
};

/** Whether other tools may hide a note with this key. */
export function isHidingKey(key: string): boolean {
  return Object.hasOwn(HIDING, lettersOf(key));
}

/** What hides a note elsewhere, such as `hidden: true` or `a later date`; undefined if nothing does. */
export function hiddenBy(
  fields: Iterable<[string, Field]>,
  declared: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const [key, { text }] of fieldsIn(fields)) {
    if (text === null || text.trim() === "" || Object.hasOwn(declared, key)) continue;
    const letters = lettersOf(key);
    if (!isHidingKey(key) || !HIDING[letters]!(text)) continue;
    if (HIDING[letters] === isFuture) return `a later ${key}`;
    return HIDING[letters] === isPast ? `an earlier ${key}` : `${key}: ${text.trim()}`;
  }
  return undefined;
}

/** One warning for all notes that other tools would hide. */
export function hiddenElsewhere(
  notes: readonly { file: string; hiddenBy?: string | undefined }[],
): Diagnostic[] {
  const hidden = notes.filter((note) => note.hiddenBy !== undefined);
  const [first] = hidden;
  if (!first) return [];
  const groups = Map.groupBy(hidden, (note) => note.hiddenBy);
  const counts = Array.from(groups, ([label, { length }]) => `${label} (in ${length})`);
  const which = hidden.length === 1 ? "A note is" : `${hidden.length} notes are`;
  const message = `${which} published that other tools would hide: ${counts.join(", ")}. To withhold such notes, write \`draft: true\` in them, or name the field and its values in collections.yaml: \`withhold: { status: [draft] }\`.`;
  return [{ file: first.file, line: 1, column: 1, rule: "hidden-elsewhere", message }];
}
