import type { Route } from "../../worker/contract/route.ts";
import type { Heading } from "../wikilinks/heading.ts";
import type { LinkTarget } from "../wikilinks/link-target.ts";
import type { LinkTask } from "./link-task.ts";

/** The notes of a task, one a place in its lists. */
export function toTargets({ files, routes, titles, aliases, headings }: LinkTask): LinkTarget[] {
  return files.map(
    (file, i) => new TaskNote(file, routes[i]!, titles[i]!, aliases[i]!, headings[i]!),
  );
}

class TaskNote implements LinkTarget {
  readonly file: string;
  readonly route: Route;
  readonly title: string;
  readonly aliases: readonly string[];
  readonly #headings: string;

  constructor(
    file: string,
    route: Route,
    title: string,
    aliases: readonly string[],
    headings: string,
  ) {
    this.file = file;
    this.route = route;
    this.title = title;
    this.aliases = aliases;
    this.#headings = headings;
  }

  headings(): Heading[] {
    return JSON.parse(this.#headings);
  }
}
