import { hash } from "node:crypto";
import type { Route } from "../../worker/contract/route.ts";
import { PART_START, partFile, partPath } from "../output/dist-files.ts";
import type { Output } from "../output/write.ts";
import type { OutputNote, OutputPart, Outputs } from "./memory.ts";

const MEBIBYTE = 1024 * 1024;
const MIN_BYTES = 4 * MEBIBYTE;
const MAX_BYTES = 8 * MEBIBYTE;
/** No part is larger, and so no note: one of more than 8 MiB is a part of its own. */
export const MAX_PART_BYTES = 16 * MEBIBYTE;
/** `{"notes":[` and `]}`. */
export const ENVELOPE_BYTES = 12;

/** A note in a part. */
type PartNote = Pick<OutputNote, "route" | "digest" | "size"> & {
  /** Its file; absent if the last build wrote the same. */
  bytes?: Uint8Array | undefined;
};

type LastOutputs = Pick<Outputs, "notes" | "parts">;

/**
 * Writes the parts, which together have all notes. Which notes are in a part depends on the sizes and routes of all
 * notes alone; parts with the same notes as in the last build are not written. Only two parts are in memory at once.
 *
 * Each part but the last has 4 to 8 MiB. An edit seldom moves the end of a part, because it is at one of many notes,
 * chosen by a digest of their routes, and an edit hardly changes which notes are eligible.
 */
export class PartWriter {
  readonly #last: LastOutputs | undefined;
  readonly #outputNow: () => Output | undefined;
  readonly #parts: OutputPart[] = [];
  /** The notes that are in no part yet. */
  #notes: PartNote[] = [];
  #bytes = ENVELOPE_BYTES;
  /** Where the last build's parts have the notes: number of the part, and offset. */
  #places: ReadonlyMap<Route, readonly [part: number, start: number]> | undefined;
  #read: { part: number; bytes: Buffer } | undefined;

  /**
   * @param last what the last build wrote, if it is still there
   * @param outputNow returns the output, or undefined once there are errors
   */
  constructor(last: LastOutputs | undefined, outputNow: () => Output | undefined) {
    this.#last = last;
    this.#outputNow = outputNow;
  }

  /** Adds the next note, in the order of the routes, and writes a part once one is full. */
  add(note: PartNote): void {
    this.#notes.push(note);
    this.#bytes += note.size + 1;
    while (this.#bytes > MAX_BYTES && this.#notes.length > 1) {
      const rest = this.#notes.splice(endOfPart(this.#notes));
      this.#write(this.#notes);
      this.#notes = rest;
      this.#bytes = sizeOf(rest);
    }
  }

  /** Writes the last part, and removes those of the last build that are too many. @returns all parts, in order */
  end(): readonly OutputPart[] {
    if (this.#notes.length > 0) this.#write(this.#notes);
    const last = this.#last?.parts.length ?? 0;
    for (let i = this.#parts.length; i < last; i++) this.#outputNow()?.remove(partPath(i + 1));
    return this.#parts;
  }

  #write(notes: readonly PartNote[]): void {
    const output = this.#outputNow();
    const digest = hash("sha1", notes.map((note) => note.digest).join());
    const number = this.#parts.length + 1;
    if (output && digest !== this.#last?.parts[number - 1]?.digest) {
      output.write(
        partFile(
          number,
          notes.map((note) => this.#bytesOf(note, output)),
        ),
      );
    }
    this.#parts.push({ count: notes.length, size: sizeOf(notes) - 1, digest });
  }

  #bytesOf({ route, size, bytes }: PartNote, output: Output): Uint8Array {
    if (bytes) return bytes;
    this.#places ??= placesOf(this.#last!);
    const [part, start] = this.#places.get(route)!;
    if (this.#read?.part !== part) this.#read = { part, bytes: output.read(partPath(part)) };
    return this.#read.bytes.subarray(start, start + size);
  }
}

function placesOf({ notes, parts }: LastOutputs) {
  const places = new Map<Route, readonly [part: number, start: number]>();
  const all = [...notes.values()];
  for (const [i, { count }] of parts.entries()) {
    let start = PART_START.length;
    for (const { route, size } of all.splice(0, count)) {
      places.set(route, [i + 1, start]);
      start += size + 1;
    }
  }
  return places;
}

/** The size of a part in bytes, with a comma after each note. */
function sizeOf(notes: readonly PartNote[]): number {
  return notes.reduce((sum, { size }) => sum + size + 1, ENVELOPE_BYTES);
}

/**
 * Among the notes at which a part would have 4 to 8 MiB, it ends after the one whose route has the least digest.
 * @param notes of which the last is too much for the part
 */
function endOfPart(notes: readonly PartNote[]): number {
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
