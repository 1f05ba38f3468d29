import { nameKey } from "./name-key.ts";

const keysOf = new WeakMap<ReadonlySet<string>, Set<string>>();

/** Whether a name is among those whose notes are yet to be written. */
export function isPlanned(name: string, planned: ReadonlySet<string>): boolean {
  if (planned.size === 0) return false;
  let keys = keysOf.get(planned);
  if (!keys) {
    keys = new Set([...planned].map((each) => nameKey(each, "loose")));
    keysOf.set(planned, keys);
  }
  return keys.has(nameKey(name, "loose"));
}
