/**
 * A regular expression that is read when it is first needed. One that names classes of Unicode takes
 * up to a millisecond, as a literal even where it is never used.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source, flags);
    return pattern;
  };
}
