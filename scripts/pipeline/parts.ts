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
  /** Its file; read from the output if absent. */
  bytes?: Uint8Array | undefined;
}

/**
 * Writes the parts, which together have all notes, so that only two of them are in memory. Those with the same notes
 * as in the last build are kept, and of the others, the notes that did not change are copied.
 * @param notes ordered by route
 * @param outputNow returns the output, or undefined once there are errors
 */
export function emitParts(
  notes: Iterable<PartNote>,
  last: readonly PartOutput[],
  outputNow: () => Output | undefined,
): PartOutput[] {
  return Array.from(divide(inRing(notes)), (part, i) => {
    const output = outputNow();
    const path = partPath(i + 1);
    const known = last[i];
    const digests = part.map(({ digest }) => digest);
    const isSame = digests.join() === known?.digests.join();
    if (isSame && output?.keep(path, known?.stamp)) return known!;
    const old = known && output?.readOld(path, known.stamp);
    const oldFiles = old ? notesIn(old, known) : new Map<string, Uint8Array>();
    const fileOf = ({ route, digest, bytes }: PartNote) =>
      bytes ?? oldFiles.get(digest) ?? output!.read(notePath(route)).bytes;
    const stamp = output?.write(partFile(i + 1, part.map(fileOf)));
    const sizes = part.map((note) => note.size);
    const size = sizes.reduce((sum, each) => sum + each + 1, ENVELOPE_BYTES - 1);
    return { digests, sizes, size, stamp };
  });
}

/** Copies the files of most notes to a ring, in which they stay until their part is written. Saves 30 MB. */
function* inRing(notes: Iterable<PartNote>): Generator<PartNote> {
  const ring = Buffer.allocUnsafe(2 * MAX_BYTES);
  let end = 0;
  for (const note of notes) {
    const { size, bytes } = note;
    if (bytes && size <= MEBIBYTE) {
      const start = end + size > ring.length ? 0 : end;
      end = start + size;
      ring.set(bytes, start);
      yield { ...note, bytes: ring.subarray(start, end) };
    } else yield note;
  }
}

/** The files of the notes in a part, by their digests. */
function notesIn(bytes: Uint8Array, { digests, sizes }: PartOutput): Map<string, Uint8Array> {
  let end = ENVELOPE_BYTES - 3;
  return new Map(
    digests.map((digest, i) => {
      const start = end + 1;
      end = start + sizes[i]!;
      return [digest, bytes.subarray(start, end)];
    }),
  );
}

/**
 * Divides the notes into parts of 4 to 8 MiB; the last may be smaller. An edit seldom moves the end of a part, because
 * it is at one of many notes, chosen by a digest of their routes, and an edit hardly changes which notes are eligible.
 */
export function* divide<T extends Pick<PartNote, "route" | "size">>(
  notes: Iterable<T>,
): Generator<T[]> {
  let part: T[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const note of notes) {
    part.push(note);
    bytes += note.size + 1;
    while (bytes > MAX_BYTES && part.length > 1) {
      const rest = part.splice(endOfPart(part));
      yield part;
      part = rest;
      bytes = part.reduce((sum, { size }) => sum + size + 1, ENVELOPE_BYTES);
    }
  }
  if (part.length > 0) yield part;
}

/**
 * Among the notes at which a part would have 4 to 8 MiB, it ends after the one whose route has the least digest.
 * @param notes of which the last is too much for the part
 */
function endOfPart(notes: readonly Pick<PartNote, "route" | "size">[]): number {
  let bytes = ENVELOPE_BYTES;
  let least: string | undefined;
  let end = notes.length - 1;
  for (const [i, { route, size }] of notes.slice(0, -1).entries()) {
    bytes += size + 1;
    if (bytes < MIN_BYTES) continue;
    const digest = hash("sha1", route);
    if (least !== undefined && least < digest) continue;
    least = digest;
    end = i + 1;
  }
  return end;
}
