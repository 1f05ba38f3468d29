/** The target of a link as it is looked up: a no-break space is a space. @param source as it is written */
export function targetText(source: string): string {
  // Hardly any has one, and to look for it takes less than to replace it.
  return source.includes("\u00a0") ? source.replaceAll("\u00a0", " ") : source;
}
