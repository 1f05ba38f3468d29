import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MadeNote } from "./made-note.ts";
import { linkChoice } from "./make-link.ts";
import { makeNote } from "./make-note.ts";
import { planNotes } from "./plan-notes.ts";
import { Random } from "./random.ts";

/** What a made vault is to be like; the same options make the same bytes. */
export interface VaultOptions {
  notes: number;
  /** Default: 1. */
  seed?: number;
  /** Links in a note, on average. Default: 10.6. */
  links?: number;
  /** Links of 1 that are wrong. Default: 0.03; in a tidy vault 0.005. */
  faults?: number;
  /** Notes of 1 with an odd name, or an odd front matter. Default: 0.05; in a tidy vault 0. */
  oddities?: number;
  /** Median length of a note in UTF-16 units; the tail is long, and the mean 1.5 times as much. Default: 2300. */
  length?: number;
  /**
   * Folders of some 20 notes, `.md` alone, no drafts, and front matter that other generators read.
   * Default: false, nearly a folder a note.
   */
  isTidy?: boolean;
}

/** A tail longer than this is cut. */
const LONGEST = 300_000;

/** Writes a vault such as people keep: no configuration, no two folders alike, links everywhere. */
export function makeVault(dir: string, options: VaultOptions): MadeNote[] {
  const { notes, seed = 1, links = 10.6, length = 2300, isTidy = false } = options;
  const { oddities = isTidy ? 0 : 0.05, faults = isTidy ? 0.005 : 0.03 } = options;
  const random = new Random(seed);
  const planned = planNotes(notes, { oddities, isTidy }, random);
  const choice = linkChoice(planned);
  return planned.map((note) => {
    const measure = {
      choice,
      faults,
      isTidy,
      links: Math.round(random.longTailed(links * MEDIAN_OF_MEAN, SPREAD)),
      length: Math.min(LONGEST, random.longTailed(length, SPREAD)),
    };
    const made = makeNote(note, measure, random);
    const path = join(dir, made.file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(made));
    return made;
  });
}

const SPREAD = 0.9;
/** The median of a log-normal distribution whose mean is 1. */
const MEDIAN_OF_MEAN = Math.exp(-(SPREAD ** 2) / 2);

function textOf({ head, parts }: MadeNote): string {
  return head + parts.map((part) => (typeof part === "string" ? part : part.source)).join("");
}
