import { hash } from "node:crypto";
import type { Route } from "../../worker/contract/route.ts";
import { notePath, partFile, partPath } from "../output/dist-files.ts";
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
 * Writes the parts, which together have all notes. Parts with the same notes as in the last build are kept. Only two
 * parts are in memory at once.
 *
 * Each part but the last has 4 to 8 MiB. An edit seldom moves the end of a part, because it is at one of many notes,
 * chosen by a digest of their routes, and an edit hardly changes which notes are eligible.
 */
export class PartWriter {
  readonly #last: readonly PartOutput[];
  readonly #outputNow: () => Output | undefined;
  readonly #outputs: PartOutput[] = [];
  /** The notes that are in no part yet. */
  #notes: PartNote[] = [];
  #bytes = ENVELOPE_BYTES;

  /**
   * @param last the parts of the last build
   * @param outputNow returns the output, or undefined once there are errors
   */
  constructor(last: readonly PartOutput[], outputNow: () => Output | undefined) {
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

  /** Writes the last part. @returns all parts, in order */
  end(): readonly PartOutput[] {
    if (this.#notes.length > 0) this.#write(this.#notes);
    return this.#outputs;
  }

  #write(part: readonly PartNote[]): void {
    const output = this.#outputNow();
    const number = this.#outputs.length + 1;
    const path = partPath(number);
    const last = this.#last[number - 1];
    const digests = part.map(({ digest }) => digest);
    const isSame = digests.join() === last?.digests.join();
    if (isSame && output?.keep(path, last?.stamp)) {
      this.#outputs.push(last!);
      return;
    }
    const fileOf = ({ route, bytes }: PartNote) => bytes ?? output!.read(notePath(route)).bytes;
    const stamp = output?.write(partFile(number, part.map(fileOf)));
    this.#outputs.push({ digests, size: sizeOf(part) - 1, stamp });
  }
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
