import { FOLDED_ASCII } from "./folded-ascii.ts";
import { nameKey } from "./name-key.ts";

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/**
 * A hash (FNV-1a, 32 bits) that names have in common wherever their keys are equal, how loose these may be. It
 * goes from the end to the start, so that each end of a path is hashed on the way to the whole:
 * `nameHash("a", nameHash("/b"))` is `nameHash("a/b")`.
 * @param behind the hash of what follows
 */
export function nameHash(name: string, behind = SEED): number {
  let hash = behind;
  for (let i = name.length - 1; i >= 0; i--) {
    const unit = name.charCodeAt(i);
    if (unit > 127) return keyHash(nameKey(name, "loose"), behind);
    hash = withUnit(hash, unit);
  }
  return hash;
}

/**
 * The `nameHash` of a name that lies in memory as UTF-8.
 * @returns undefined where it is not ASCII
 */
export function asciiHash(
  bytes: Uint8Array,
  start: number,
  end: number,
  behind = SEED,
): number | undefined {
  let hash = behind;
  for (let i = end - 1; i >= start; i--) {
    const byte = bytes[i]!;
    if (byte > 127) return undefined;
    hash = withUnit(hash, byte);
  }
  return hash;
}

function keyHash(key: string, behind: number): number {
  let hash = behind;
  for (let i = key.length - 1; i >= 0; i--) hash = withUnit(hash, key.charCodeAt(i));
  return hash;
}

function withUnit(hash: number, unit: number): number {
  const folded = unit > 127 ? unit : FOLDED_ASCII[unit]!;
  return folded === 0 ? hash : Math.imul(hash ^ folded, PRIME);
}
