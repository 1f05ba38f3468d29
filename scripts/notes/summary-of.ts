import { cutSummary } from "./cut-summary.ts";

/** Nothing but `#tags`, as many notes begin or end with. */
const TAGS = /^(?:#(?=[\p{N}/-]*[\p{L}_])[\p{L}\p{M}\p{N}_/-]+[ ,]*)+…?$/u;

/** The summary that a paragraph's text gives; empty for a line of tags. */
export function summaryOf(text: string): string {
  const summary = cutSummary(text);
  return TAGS.test(summary) ? "" : summary;
}
