import type { Closeness } from "./name-key.ts";

/** The closest first: what matches by one matches by those behind it. */
export const CLOSENESSES: readonly Closeness[] = ["exact", "caseless", "loose"];
