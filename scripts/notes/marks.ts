import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import { toBoolean } from "./values.ts";

/** A field by which other tools hide a note and this build does not: its key as typed, and its value. */
export type Mark = readonly [key: string, value: string];

const isYes = (value: string) => toBoolean(value) === true;

/** Whether a value hides a note, by the letters of the key. */
const HIDING: Readonly<Record<string, (value: string) => boolean>> = {
  unlisted: isYes,
  hidden: isYes,
  status: (value) => /^draft$/i.test(value.trim()),
  publishdate: (value) => Date.parse(value) > Date.now(),
};

/** The letters of a key, by which it is compared. */
export function lettersOf(key: string): string {
  return key.normalize("NFKC").replace(/\P{L}/gu, "").toLowerCase();
}

/** Whether a note with this key may be hidden by other tools. */
export function isMark(key: string): boolean {
  return Object.hasOwn(HIDING, lettersOf(key));
}

/** One warning for all notes that other tools would hide today. */
export function hiddenElsewhere(
  notes: readonly { file: string; marks: readonly Mark[] }[],
): Diagnostic[] {
  const hidden = notes.flatMap(({ file, marks }) => {
    const mark = marks.find(([key, value]) => HIDING[lettersOf(key)]!(value));
    if (!mark) return [];
    const [key, value] = mark;
    return {
      file,
      label: lettersOf(key) === "publishdate" ? `a later ${key}` : `${key}: ${value}`,
    };
  });
  const [first] = hidden;
  if (!first) return [];
  const counts = Array.from(
    Map.groupBy(hidden, ({ label }) => label),
    ([label, { length }]) => `${label} (in ${length})`,
  );
  const message = `${hidden.length === 1 ? "A note is" : `${hidden.length} notes are`} published that other tools would hide: ${counts.join(", ")}. To leave such notes out, write \`draft: true\` in them, or list them under \`ignore:\` in collections.yaml.`;
  return [{ file: first.file, line: 1, column: 1, rule: "hidden-elsewhere", message }];
}
