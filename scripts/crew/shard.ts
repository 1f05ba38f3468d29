import { setImmediate } from "node:timers/promises";
import { ContentError } from "../content/content-error.ts";
import type { FileStamp } from "../content/file-stamp.ts";
import { readSource } from "../content/read-source.ts";
import type { SourceFile } from "../content/source-file.ts";
import { collectionOf } from "../notes/collection-of.ts";
import { parseNote } from "../notes/parse-note.ts";
import type { ParsedFile } from "../notes/parsed-file.ts";
import type { ParsedNote } from "../notes/parsed-note.ts";
import { noteFile } from "../output/note-file.ts";
import { StagedWriter } from "../output/staged-writer.ts";
import { linkNote } from "../wikilinks/link-note.ts";
import type { LinkRules } from "../wikilinks/link-rules.ts";
import { LinkTargets } from "../wikilinks/link-targets.ts";
import { NameTable } from "../wikilinks/name-table.ts";
import { createResolver } from "../wikilinks/resolver.ts";
import { foldNote } from "./fold-note.ts";
import { type HeldNote, unfoldNote } from "./held-note.ts";
import { LinkRows } from "./link-rows.ts";
import type { LinkTask } from "./link-task.ts";
import type { LinkedNotes } from "./linked-notes.ts";
import { LinkedNotesList } from "./linked-notes-list.ts";
import type { ParseOrder } from "./parse-order.ts";
import type { ShardJob } from "./shard-job.ts";
import type { TakeTurns } from "./take-turns.ts";
import { TextStore } from "./text-store.ts";

const NOTES_AT_ONCE = 256;

/**
 * One part of the notes of a build: it reads and parses them, keeps what their links need, and, once the names
 * of all notes are known, writes their links and their files. No shard holds a note of another.
 */
export class Shard {
  readonly #job: ShardJob;
  readonly #held = new Map<string, HeldNote>();
  #texts = new TextStore();
  #links = new LinkRows();

  constructor(job: ShardJob) {
    this.#job = job;
  }

  /**
   * Takes files apart, as many as its turns give it; says nothing of those that are as they were.
   * @returns what it took apart, some 256 notes at a time
   */
  async *parse(orders: readonly ParseOrder[], turns: TakeTurns): AsyncGenerator<ParsedFile[]> {
    let parsed: ParsedFile[] = [];
    let count = 0;
    for (const order of turns.of(orders)) {
      const file = this.#parse(order);
      if (file) parsed.push(file);
      if (++count % NOTES_AT_ONCE > 0) continue;
      yield parsed;
      parsed = [];
      // The Markdown parser's memory is given back by finalizers, which wait for the event loop.
      await setImmediate();
    }
    yield parsed;
  }

  #parse({ file, digest: known }: ParseOrder): ParsedFile | undefined {
    const { contentDir, config, severities } = this.#job;
    const source = readSource(contentDir, file);
    if ("rule" in source) return { file, findings: [source] };
    if (source.digest === known) return undefined;
    const collection = collectionOf(file, config)!;
    const { note, findings: all } = parseNote(source, collection, config, severities);
    const { digest } = source;
    const findings = all.filter(({ rule }) => severities[rule] !== "off");
    if (note === undefined) return { file, digest, findings };
    const folded = foldNote(note);
    this.#hold(note, source, folded.listing);
    return { file, digest, findings, note: folded };
  }

  #hold(note: ParsedNote, { text, utf8, digest }: SourceFile, listing: string): void {
    const { file, bodyStart, bodyLine, scan } = note;
    const hasRoom = this.#texts.bytes + utf8.length <= this.#job.keptBytes;
    this.#held.set(file, {
      digest,
      bodyStart,
      bodyLine,
      listing,
      links: this.#links.put(text.slice(bodyStart), scan.links),
      text: hasRoom ? this.#texts.put(utf8) : undefined,
    });
  }

  /** Links and writes the wanted files that it holds, and lets go of them. */
  link(task: LinkTask, turns: TakeTurns): LinkedNotes {
    const targets = new LinkTargets(task.texts);
    const resolver = createResolver(targets, new NameTable(task.names));
    const writer = task.place && new StagedWriter(task.place);
    const { severities, config } = this.#job;
    const rules: LinkRules = { severities, planned: config.planned };
    const linked = new LinkedNotesList(targets.count);
    const own = [...task.wanted.keys()].filter(
      (number) => task.wanted[number] === 1 && this.#held.has(targets.file(number)),
    );
    for (const number of turns.all(own)) {
      const file = targets.file(number);
      const note = this.#take(file, targets.title(number), targets.aliases(number));
      const written = linkNote(toLinkSource(note, number), resolver, rules);
      const { path, bytes } = noteFile({
        ...note,
        route: targets.route(number),
        markdown: written.markdown,
      });
      const { stamp, isChanged } = writer?.write(path, bytes) ?? {
        stamp: unwritten(bytes.length),
        isChanged: false,
      };
      linked.add(number, written, stamp, isChanged);
    }
    this.#held.clear();
    this.#texts = new TextStore();
    this.#links = new LinkRows();
    return linked.toLinkedNotes();
  }

  #take(file: string, title: string, aliases: readonly string[]): ParsedNote {
    const held = this.#held.get(file)!;
    this.#held.delete(file);
    const text = held.text ? TextStore.read(held.text) : this.#readAgain(file, held.digest);
    const collection = collectionOf(file, this.#job.config)!;
    return unfoldNote(held, { file, text, collection, title, aliases });
  }

  #readAgain(file: string, digest: string): string {
    const source = readSource(this.#job.contentDir, file);
    if ("rule" in source || source.digest !== digest) {
      throw new ContentError(`${file} was changed while it was read. Build again.`);
    }
    return source.text;
  }
}

function toLinkSource({ file, text, bodyStart, bodyLine, scan }: ParsedNote, note: number) {
  return { note, file, body: text.slice(bodyStart), bodyLine, scan };
}

function unwritten(size: number): FileStamp {
  return { size, mtime: 0, ino: 0, ctime: 0 };
}
