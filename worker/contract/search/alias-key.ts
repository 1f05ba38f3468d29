import { fold } from "./fold.ts";

/**
 * An alias, or the last part of an address, in the form in which both are compared: folded, with dashes for
 * white space, underscores and slashes. `Hash_Map` and `hash map` give `hash-map`, `TCP/IP` gives `tcp-ip`.
 */
export function aliasKey(text: string): string {
  return fold(text.replace(/[\s_/-]+/g, " ").trim()).replaceAll(" ", "-");
}
