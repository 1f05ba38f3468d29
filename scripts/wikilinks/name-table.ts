import type { LinkTargets } from "./link-targets.ts";
import type { NameKind } from "./name-kind.ts";

/**
 * The hashes of names, in memory that threads share. Plain data:
 *
 *     starts   where the hashes of each bucket begin, and where the last ends
 *     hashes   by bucket, which is their uppermost bits
 *     notes    of each hash the number of the note
 *
 *     mask     the bits of a hash that count
 *
 * Within a bucket the notes stand in their order.
 */
export interface SharedNames {
  starts: Uint32Array<SharedArrayBuffer>;
  hashes: Int32Array<SharedArrayBuffer>;
  notes: Uint32Array<SharedArrayBuffer>;
  mask: number;
}

const ALL_BITS = -1;
const NONE: readonly number[] = [];

const SEEDS: Record<NameKind, number> = {
  path: 0x9e3779b9,
  end: 0x3c6ef372,
  title: 0xdaa66d2b,
  alias: 0x78dde6e4,
  placedTitle: 0x1715609d,
  placedAlias: 0xb54cda56,
};

/** Finds notes, by number, by the hash of a name: all that are called so, and sometimes one that is not. */
export class NameTable {
  readonly #shared: SharedNames;
  readonly #shift: number;

  constructor(shared: SharedNames) {
    this.#shared = shared;
    this.#shift = shiftOf(shared.starts);
  }

  /** Every name by which a link may call a note, for all threads. @param mask of hashes: in tests, few bits */
  static share(targets: LinkTargets, mask = ALL_BITS): SharedNames {
    const hashes: number[] = [];
    const owners: number[] = [];
    for (let note = 0; note < targets.count; note++) {
      targets.hashNames(note, (kind, hash) => {
        hashes.push(kindHash(kind, hash, mask));
        owners.push(note);
      });
    }
    return toShared(hashes, owners, mask);
  }

  /** The notes with a name of this kind and hash, in the order of their numbers, none twice. */
  find(kind: NameKind, nameHash: number): readonly number[] {
    const { starts, hashes, notes, mask } = this.#shared;
    const hash = kindHash(kind, nameHash, mask);
    const bucket = hash >>> this.#shift;
    const end = starts[bucket + 1]!;
    let found: number[] | undefined;
    for (let i = starts[bucket]!; i < end; i++) {
      if (hashes[i] !== hash) continue;
      const note = notes[i]!;
      if (found === undefined) found = [note];
      else if (found.at(-1) !== note) found.push(note);
    }
    return found ?? NONE;
  }
}

function kindHash(kind: NameKind, nameHash: number, mask: number): number {
  let hash = Math.imul(nameHash ^ SEEDS[kind], 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & mask;
}

/** By how much a hash is shifted to the right to give its bucket; there are 2 buckets or more. */
function shiftOf(starts: Uint32Array): number {
  return Math.clz32(starts.length - 2);
}

function toShared(all: readonly number[], owners: readonly number[], mask: number): SharedNames {
  const starts = sharedNumbers(2 ** Math.max(1, 32 - Math.clz32(all.length)) + 1);
  const shift = shiftOf(starts);
  for (const hash of all) starts[(hash >>> shift) + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const next = starts.slice();
  const hashes = new Int32Array(new SharedArrayBuffer(4 * all.length));
  const notes = sharedNumbers(all.length);
  for (let i = 0; i < all.length; i++) {
    const at = next[all[i]! >>> shift]!++;
    hashes[at] = all[i]!;
    notes[at] = owners[i]!;
  }
  return { starts, hashes, notes, mask };
}

function sharedNumbers(count: number): Uint32Array<SharedArrayBuffer> {
  return new Uint32Array(new SharedArrayBuffer(4 * count));
}
