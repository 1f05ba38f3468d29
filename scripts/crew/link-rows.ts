import { targetText } from "../wikilinks/target-text.ts";
import type { Wikilink } from "../wikilinks/wikilink.ts";

/** Where the links of one note lie in a `LinkRows`. */
export interface StoredLinks {
  chunk: Int32Array;
  start: number;
  end: number;
  /** Labels that do not stand in the note as they are. */
  labels: readonly string[];
}

/** Start, end, start and end of the target, start and end of the label, flags. */
const COLUMNS = 7;
const CHUNK_ROWS = 8192;
const LABEL_START = 4;
/** In place of a label's start: there is none, or it is among `labels`, and its end its place there. */
const NO_LABEL = -1;
const ODD_LABEL = -2;

const EMBED = 1;
const IN_TABLE = 2;
const BARE_BAR = 4;
const CONDITIONAL = 8;

const SPACE = 32;
const NONE: readonly string[] = [];

/** Links that wait for long, as rows of numbers: their texts are read again from the body they stand in. */
export class LinkRows {
  #chunk = new Int32Array(0);
  #end = 0;

  /** @param body that the links were found in */
  put(body: string, links: readonly Wikilink[]): StoredLinks {
    const needed = links.length * COLUMNS;
    if (this.#end + needed > this.#chunk.length) {
      this.#chunk = new Int32Array(Math.max(CHUNK_ROWS * COLUMNS, needed));
      this.#end = 0;
    }
    const chunk = this.#chunk;
    const start = this.#end;
    let labels: string[] | undefined;
    let at = start;
    for (const link of links) {
      chunk[at] = link.start;
      chunk[at + 1] = link.end;
      chunk[at + 2] = link.targetStart;
      chunk[at + 3] = link.targetEnd;
      const { label } = link;
      const labelStart = label === undefined ? NO_LABEL : findLabel(body, link.end, label);
      chunk[at + LABEL_START] = labelStart;
      if (label !== undefined) {
        if (labelStart === ODD_LABEL) labels ??= [];
        chunk[at + 5] =
          labelStart === ODD_LABEL ? labels!.push(label) - 1 : labelStart + label.length;
      }
      chunk[at + 6] =
        (link.embed ? EMBED : 0) |
        (link.inTable ? IN_TABLE : 0) |
        (link.bareBar ? BARE_BAR : 0) |
        (link.conditional ? CONDITIONAL : 0);
      at += COLUMNS;
    }
    this.#end = at;
    return { chunk, start, end: at, labels: labels ?? NONE };
  }

  /** @param body the one they were stored with */
  static read({ chunk, start, end, labels }: StoredLinks, body: string): Wikilink[] {
    const links: Wikilink[] = [];
    for (let at = start; at < end; at += COLUMNS) {
      const [targetStart, targetEnd] = [chunk[at + 2]!, chunk[at + 3]!];
      const [labelStart, labelEnd] = [chunk[at + LABEL_START]!, chunk[at + 5]!];
      const flags = chunk[at + 6]!;
      const link: Wikilink = {
        start: chunk[at]!,
        end: chunk[at + 1]!,
        targetStart,
        targetEnd,
        target: targetText(body.slice(targetStart, targetEnd)),
        embed: (flags & EMBED) !== 0,
        inTable: (flags & IN_TABLE) !== 0,
        bareBar: (flags & BARE_BAR) !== 0,
        conditional: (flags & CONDITIONAL) !== 0,
      };
      if (labelStart === ODD_LABEL) link.label = labels[labelEnd]!;
      else if (labelStart !== NO_LABEL) link.label = body.slice(labelStart, labelEnd);
      links.push(link);
    }
    return links;
  }
}

/** Where a label stands before the brackets that close its link; `ODD_LABEL` where it does not. */
function findLabel(body: string, linkEnd: number, label: string): number {
  let end = linkEnd - 2;
  while (body.charCodeAt(end - 1) === SPACE) end--;
  const start = end - label.length;
  return start >= 0 && body.startsWith(label, start) ? start : ODD_LABEL;
}
