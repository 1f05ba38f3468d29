import { hash } from "node:crypto";
import type { Route } from "../../worker/contract/route.ts";
import { notePath, partFile, partPath } from "../output/emit.ts";
import type { Output } from "../output/write.ts";
import type { PartOutput } from "./state.ts";

const MEBIBYTE = 1024 * 1024;
const MIN_BYTES = 4 * MEBIBYTE;
const MAX_BYTES = 8 * MEBIBYTE;
/** No part is larger, and so no note: one of more than 8 MiB is a part of its own. */
export const MAX_PART_BYTES = 16 * MEBIBYTE;
/** `{"notes":[` and `]}`. */
export const ENVELOPE_BYTES = 12;

/** A note in a part. */
interface PartNote {
  route: Route;
  digest: string;
  /** Of its file, in bytes. */
  size: number;
}

/**
 * Writes the parts, which together have all notes. They are made from the files of the notes, so that only one part
 * at a time is in memory, and those with the same notes as in the last build are kept.
 * @param notes ordered by route
 */
export function emitParts(
  notes: readonly PartNote[],
  last: readonly PartOutput[],
  output: Output | undefined,
): PartOutput[] {
  return divide(notes).map((part, i) => {
    const digest = hash("sha1", part.map((note) => note.digest).join());
    const known = last[i];
    if (known?.digest === digest && output?.keep(partPath(i + 1), known.stamp)) return known;
    const files = output && part.map(({ route }) => output.read(notePath(route)));
    const stamp = files && output?.write(partFile(i + 1, files));
    const size = part.reduce((sum, note) => sum + note.size + 1, ENVELOPE_BYTES - 1);
    return { digest, size, stamp };
  });
}

/**
 * Divides the notes into parts of 4 to 8 MiB; the last may be smaller. An edit seldom moves the end of a part, because
 * it is at one of many notes, chosen by a digest of their routes, and an edit hardly changes which notes are eligible.
 */
export function divide<T extends Pick<PartNote, "route" | "size">>(notes: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0, end = 0; start < notes.length; start = end) {
    end = endOfPart(notes, start);
    parts.push(notes.slice(start, end));
  }
  return parts;
}

/** Among the notes at which the part would have 4 to 8 MiB, it ends after the one whose route has the least digest. */
function endOfPart(notes: readonly Pick<PartNote, "route" | "size">[], start: number): number {
  let bytes = ENVELOPE_BYTES;
  let least: string | undefined;
  let end = start;
  for (let i = start; i < notes.length; i++) {
    const { route, size } = notes[i]!;
    bytes += size + 1;
    if (bytes > MAX_BYTES && i > start) return least === undefined ? i : end;
    if (bytes < MIN_BYTES) continue;
    const digest = hash("sha1", route);
    if (least !== undefined && least < digest) continue;
    least = digest;
    end = i + 1;
  }
  return notes.length;
}
