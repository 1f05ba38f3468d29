import { editDistance } from "../../worker/contract/edit-distance.ts";

/** Maximum number of UTF-16 units of a name that are compared. */
const MAX_COMPARED_UNITS = 100;

/** Up to three items whose names may have been meant, nearest first; case does not matter. */
export function nearestOf<T>(name: string, items: Iterable<T>, nameOf: (item: T) => string): T[] {
  const wanted = name.toLowerCase().slice(0, MAX_COMPARED_UNITS);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return Array.from(items, (item) => {
    const distance = editDistance(
      wanted,
      nameOf(item).toLowerCase().slice(0, MAX_COMPARED_UNITS),
      limit,
    );
    return { item, distance };
  })
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ item }) => item);
}

/** Up to three names that may have been meant, nearest first; case does not matter. */
export function nearestNames(name: string, names: Iterable<string>): string[] {
  return nearestOf(name, names, (each) => each);
}

/** A question to add to a message, such as ` Did you mean build?`; empty if no name is near. */
export function didYouMean(name: string, names: Iterable<string>, prefix = ""): string {
  const [near] = nearestNames(name, names);
  return near === undefined ? "" : ` Did you mean ${prefix}${near}?`;
}
