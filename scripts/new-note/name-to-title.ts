/** A name written out: `hash-table` gives `Hash table`, `c++` gives `C++`. A date stays one, and so does a name with spaces. */
export function nameToTitle(name: string): string {
  const words = /\s/.test(name)
    ? name.trim()
    : name.replace(/(?<!\d)[-_]+|[-_]+(?!\d)/g, " ").trim();
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}
