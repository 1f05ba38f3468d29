import type { Route } from "../../worker/contract/route.ts";
import { ContentError } from "../content/content-error.ts";
import { readSource } from "../content/read-source.ts";
import { collectionOf } from "../notes/collection-of.ts";
import { parseNote } from "../notes/parse-note.ts";
import type { ParsedNote } from "../notes/parsed-note.ts";
import { noteFile } from "../output/note-file.ts";
import { StagedWriter } from "../output/staged-writer.ts";
import { linkNote } from "../wikilinks/link-note.ts";
import type { LinkTarget } from "../wikilinks/link-target.ts";
import { createResolver, type Resolver } from "../wikilinks/resolver.ts";
import { holdNote, unfoldNote } from "./held-note.ts";
import { LinkKeys } from "./link-keys.ts";
import type { LinkTask } from "./link-task.ts";
import type { LinkedFile } from "./linked-file.ts";
import type { NoteListing } from "./note-listing.ts";
import type { ParseOrder } from "./parse-order.ts";
import type { FoldedNote, ParsedFile } from "./parsed-file.ts";
import type { ShardJob } from "./shard-job.ts";
import type { TakeTurns } from "./take-turns.ts";

/**
 * One part of the notes of a build: it reads and parses them, keeps what their links need, and, once the names
 * of all notes are known, writes their links and their files. Shards share nothing.
 */
export class Shard {
  readonly #job: ShardJob;
  readonly #held = new Map<string, { digest: string; note: Buffer }>();
  readonly #linkKeys = new LinkKeys();

  constructor(job: ShardJob) {
    this.#job = job;
  }

  /** Takes files apart, as many as its turns give it; says nothing of those that are as they were. */
  parse(orders: readonly ParseOrder[], turns: TakeTurns): ParsedFile[] {
    const parsed: ParsedFile[] = [];
    for (const order of turns.of(orders)) {
      const file = this.#parse(order);
      if (file) parsed.push(file);
    }
    return parsed;
  }

  #parse({ file, digest: known }: ParseOrder): ParsedFile | undefined {
    const { contentDir, config } = this.#job;
    const source = readSource(contentDir, file);
    if ("rule" in source) return { file, findings: [source] };
    if (source.digest === known) return undefined;
    const collection = collectionOf(file, config)!;
    const { note, findings } = parseNote(source, collection, config);
    const { digest } = source;
    if (note === undefined) return { file, digest, findings };
    this.#held.set(file, { digest, note: holdNote(note) });
    return { file, digest, findings, note: fold(note, this.#linkKeys) };
  }

  /** Links and writes the wanted files that it holds, and lets go of them. */
  link(task: LinkTask, turns: TakeTurns): LinkedFile[] {
    const targets = toTargets(task);
    const resolver = createResolver([...targets.values()]);
    const writer = task.place && new StagedWriter(task.place);
    const linked: LinkedFile[] = [];
    const held = [...this.#held.keys()].filter((file) => task.wanted.has(file));
    for (const file of turns.all(held)) {
      const target = targets.get(file);
      if (target) linked.push(this.#link(target, resolver, writer));
      this.#held.delete(file);
    }
    return linked;
  }

  /** Reads a note's text again: the texts of all notes together are more than fits in memory. */
  #take(file: string): ParsedNote {
    const { contentDir, config } = this.#job;
    const { digest, note } = this.#held.get(file)!;
    const source = readSource(contentDir, file);
    if ("rule" in source || source.digest !== digest) {
      throw new ContentError(`${file} was changed while it was read. Build again.`);
    }
    return unfoldNote(note, { text: source.text, collection: collectionOf(file, config)! });
  }

  #link(target: LinkTarget, resolver: Resolver, writer: StagedWriter | undefined): LinkedFile {
    const { file, route } = target;
    const { severities, config } = this.#job;
    const note = this.#take(file);
    const body = note.text.slice(note.bodyStart);
    const source = { note: target, body, bodyLine: note.bodyLine, scan: note.scan };
    const rules = { severities, planned: config.planned };
    const { markdown, problems, targets, broken, ambiguous } = linkNote(source, resolver, rules);
    const { path, bytes } = noteFile({ ...note, route, markdown });
    const written = writer?.write(path, bytes) ?? { isChanged: false };
    const links = { targets: targets.map((to) => to.file), broken, ambiguous };
    return { file, path, size: bytes.length, problems, links, ...written };
  }
}

function fold(note: ParsedNote, linkKeys: LinkKeys): FoldedNote {
  const { title, aliases, category, domain, tags, summary, hasSummary, scan } = note;
  const listing: NoteListing = {
    ...(category !== undefined && { category }),
    ...(domain !== undefined && { domain }),
    tags,
    summary,
    hasSummary,
  };
  return {
    title,
    aliases,
    headings: JSON.stringify(scan.headings),
    linkKeys: JSON.stringify(linkKeys.of(scan.links)),
    listing: JSON.stringify(listing),
  };
}

function toTargets({
  files,
  routes,
  titles,
  aliases,
  headings,
}: LinkTask): Map<string, LinkTarget> {
  return new Map(
    files.map((file, i): [string, LinkTarget] => [
      file,
      {
        file,
        route: routes[i]! as Route,
        title: titles[i]!,
        aliases: aliases[i]!,
        headings: () => JSON.parse(headings[i]!),
      },
    ]),
  );
}
