/** A name written out: `hash-table` gives `Hash table`, `c++` gives `C++`. */
export function nameToTitle(name: string): string {
  const words = name.replace(/[-_]+/g, " ").trim();
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}
