import { nameKey } from "./name-key.ts";

/** Hashes a name, from its end on; `behind` is the hash of what follows it. 32 bits. */
export type NameHash = (name: string, behind?: number) => number;

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/** Of each ASCII character what is hashed: letters in lower case; 0 for separators, which are passed over. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[\s_-]/.test(character) ? 0 : character.toLowerCase().charCodeAt(0);
});

/**
 * A hash (FNV-1a) that names have in common wherever their keys are equal, how loose these may be. Names in a
 * row have that of the whole: `nameHash("a", nameHash("/b"))` is `nameHash("a/b")`, so each end of a
 * path is hashed on the way to the whole.
 */
export function nameHash(name: string, behind = SEED): number {
  let hash = behind;
  for (let i = name.length - 1; i >= 0; i--) {
    const unit = name.charCodeAt(i);
    if (unit > 127) return keyHash(nameKey(name, "loose"), behind);
    const folded = FOLDED[unit]!;
    if (folded !== 0) hash = Math.imul(hash ^ folded, PRIME);
  }
  return hash;
}

function keyHash(key: string, behind: number): number {
  let hash = behind;
  for (let i = key.length - 1; i >= 0; i--) {
    const unit = key.charCodeAt(i);
    if (unit > 127) hash = Math.imul(hash ^ unit, PRIME);
    else if (FOLDED[unit] !== 0) hash = Math.imul(hash ^ FOLDED[unit]!, PRIME);
  }
  return hash;
}
