/** Stands for a colon that is no divider: a noncharacter, as long as a colon, so that offsets hold. */
export const COLON_GUARD = "\ufdd0";

/** A text of guarded YAML as its author wrote it. */
export function unguardColons(text: string): string {
  return text.replaceAll(COLON_GUARD, ":");
}
