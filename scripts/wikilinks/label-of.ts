/**
 * What a link without a label shows: its target as typed, with ` > ` between note and heading. Text,
 * not Markdown. `Hash table#Load factor` gives `Hash table > Load factor`, `#Costs` gives `Costs`.
 * @param name the part of the target that names the note, where that is known; it may hold a `#`
 */
export function labelOf(target: string, name = likelyName(target)): string {
  if (name.length === target.length) {
    const only = name.trim();
    return only === "" || only.startsWith("^") ? target : only;
  }
  const headings = target
    .slice(name.length)
    .split("#")
    .map((part) => part.trim());
  const parts = [name.trim(), ...headings].filter((part) => part !== "" && !part.startsWith("^"));
  return parts.length > 0 ? parts.join(" > ") : target;
}

/** What stands before the first heading. Of several `#` in a row the last divides: `C##Syntax` is in C#. */
function likelyName(target: string): string {
  const end = target.search(/#(?=\s*[^#\s])/);
  if (end === -1) return target;
  const name = target.slice(0, end);
  return /[^#]/.test(name) ? name : "";
}
