import { type Finding, placeOf } from "../problems/problems.ts";
import type { PlacedNote } from "./note.ts";

/** Finds the years marked `as of 2025` that are over: what they mark may no longer be so. */
export function outdatedYears(
  notes: readonly PlacedNote[],
  sourceOf: (file: string) => string | undefined,
): Finding[] {
  const year = new Date().getFullYear();
  return notes.flatMap(({ file }) => {
    const text = sourceOf(file) ?? "";
    const marks = [...text.matchAll(/\bas of (\d{4})\b/gi)];
    return marks
      .filter(([, marked]) => Number(marked) < year)
      .map(({ 0: mark, index }) => ({
        file,
        ...placeOf(text, index, index + mark.length),
        rule: "as-of" as const,
        message: `"${mark}" is out of date. Check what it marks, and write the year in which you checked it.`,
      }));
  });
}
