import { FOLDED_ASCII } from "./folded-ascii.ts";
import { nameKey } from "./name-key.ts";

const SPACE_BIT = 1;

/** What of the loosest key of a name tells it from most others: its length, and its letters in 32 classes. */
export class KeyLetters {
  length = 0;
  /** The classes that occur, and those that occur more than once: one bit each. */
  once = 0;
  twice = 0;

  /** @param key the loosest of a name */
  read(key: string): void {
    this.#clear();
    for (let i = 0; i < key.length; i++) this.#add(1 << (key.charCodeAt(i) & 31));
  }

  readName(name: string): void {
    this.read(nameKey(name, "loose"));
  }

  /** Reads a name that lies in memory as UTF-8. @returns false where it is not ASCII */
  readAscii(bytes: Uint8Array, start: number, end: number): boolean {
    this.#clear();
    let isBehindSeparator = false;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte > 127) return false;
      if (FOLDED_ASCII[byte] === 0) {
        isBehindSeparator = true;
        continue;
      }
      if (isBehindSeparator && this.length > 0) this.#add(SPACE_BIT);
      isBehindSeparator = false;
      // Both cases of a letter are of one class.
      this.#add(1 << (byte & 31));
    }
    return true;
  }

  #clear(): void {
    this.length = 0;
    this.once = 0;
    this.twice = 0;
  }

  #add(bit: number): void {
    this.length++;
    this.twice |= this.once & bit;
    this.once |= bit;
  }
}
