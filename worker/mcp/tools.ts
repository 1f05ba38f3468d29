import { encodeRoute, noteAddress } from "../contract/addresses.ts";
import type { FullNote } from "../contract/note.ts";
import type { NotesInfo } from "../contract/notes-info.ts";
import type { Route } from "../contract/route.ts";
import { MAX_QUERY_LENGTH, type SearchResponse } from "../contract/search-response.ts";
import { wholeFile } from "../request.ts";
import { jsonOf } from "../response.ts";
import { findReplacement } from "../routes/find-note.ts";
import { isOverlong } from "../routes/search.ts";
import { searchResponse } from "../search/search-response.ts";
import type { Service } from "../service.ts";
import { pieceOf } from "./pieces.ts";

/** What the tools need from where they are offered. */
export interface ToolHost {
  readonly service: Service;
  readonly readInfo: () => Promise<NotesInfo>;
  /** The address of a note that has no page. */
  readonly addressOf: (route: Route) => string;
}

/** What a tool is called with. */
export interface ToolContext extends ToolHost {
  readonly info: NotesInfo;
}

export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: object;
  readonly isError?: boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Most results of a search: a model reads them all. */
const MAX_RESULTS = 10;

const TEXT = { type: "string" };
const ANNOTATIONS = { readOnlyHint: true, openWorldHint: false };

/** Names and shapes are those that ChatGPT asks of a connector. */
export const TOOLS = {
  search: {
    title: "Search the notes",
    description: ({ title, about }: NotesInfo) =>
      `Search the notes of ${title ?? "this server"} by title, summary and tags, and get the ${MAX_RESULTS} best matches, best first.${about ? ` The notes: ${about}` : ""} Use a few keywords; "words in a row", -word and tag:word work too. If there are many more, add a word that narrows them down. Read a note with fetch.`,
    argument: "query",
    meaning: `Keywords, at most ${MAX_QUERY_LENGTH} characters.`,
    outputSchema: objectOf(
      {
        results: {
          type: "array",
          items: objectOf({
            id: TEXT,
            title: TEXT,
            url: TEXT,
            text: { ...TEXT, description: "The summary." },
          }),
        },
      },
      { more: { type: "integer", description: "How many other notes match." } },
    ),
    call: search,
  },
  fetch: {
    title: "Read a note",
    description: () =>
      "Get the whole text of a note as Markdown. Links in it that begin with a slash lead to other notes: fetch them by that path. If metadata.next is there, the note goes on: fetch that id.",
    argument: "id",
    meaning: "The id of a search result.",
    outputSchema: objectOf({
      id: TEXT,
      title: TEXT,
      text: TEXT,
      url: TEXT,
      metadata: { type: "object" },
    }),
    call: fetchNote,
  },
} as const;

export type ToolName = keyof typeof TOOLS;

/** The tools as `tools/list` describes them. */
export function describeTools(info: NotesInfo): object[] {
  return Object.entries(TOOLS).map(([name, tool]) => ({
    name,
    title: tool.title,
    description: tool.description(info),
    inputSchema: objectOf({ [tool.argument]: { ...TEXT, description: tool.meaning } }),
    outputSchema: tool.outputSchema,
    annotations: { title: tool.title, ...ANNOTATIONS },
  }));
}

function objectOf(required: object, optional: object = {}): object {
  const properties = { ...required, ...optional };
  return { type: "object", properties, required: Object.keys(required) };
}

function search({ query }: Arguments, context: ToolContext): ToolResult {
  const text = typeof query === "string" ? query.toWellFormed().trim() : "";
  if (text === "" || isOverlong(text)) {
    return failure(`\`query\` must be text of 1 to ${MAX_QUERY_LENGTH} characters.`);
  }
  const body = searchResponse(context.service.searchEngine(), text);
  const { count, results }: SearchResponse = JSON.parse(new TextDecoder().decode(body));
  const best = results.slice(0, MAX_RESULTS).map(({ route, title, summary }) => {
    return { id: route, title, url: urlOf(route, context), text: summary };
  });
  const more = count - best.length;
  return success({ results: best, ...(more > 0 && { more }) });
}

async function fetchNote({ id }: Arguments, context: ToolContext): Promise<ToolResult> {
  if (typeof id !== "string") return failure("`id` must be text: the id of a search result.");
  const [path = "", fragment = ""] = id.split("#", 2);
  const found = await findNote(routeIn(path), context);
  if ("nearest" in found) {
    const nearest = found.nearest.length > 0 ? ` The nearest ids: ${found.nearest.join(" ")}` : "";
    return failure(`There is no note with this id.${nearest}`);
  }
  const { route, title, markdown, ...metadata } = found.note;
  // A fragment that is not the number of a piece is a heading in a link.
  const fragmentNumber = /^[1-9]\d{0,4}$/.test(fragment) ? Number(fragment) : 1;
  const piece = pieceOf(markdown, fragmentNumber);
  const number = piece === undefined ? 1 : fragmentNumber;
  const { text, isLast } = piece ?? pieceOf(markdown, 1)!;
  return success({
    id: number === 1 ? route : `${route}#${number}`,
    title,
    text,
    url: urlOf(route, context),
    metadata: { ...metadata, ...(!isLast && { next: `${route}#${number + 1}` }) },
  });
}

/** The note with this route, or the one that had it before; else the nearest routes. */
async function findNote(
  route: Route,
  context: ToolContext,
): Promise<{ readonly note: FullNote } | { readonly nearest: readonly Route[] }> {
  const { service } = context;
  const file = await service.readFile(wholeFile(noteAddress(route)));
  if (file !== undefined) return { note: await jsonOf(file) };
  const replacement = findReplacement(route, service);
  return "moved" in replacement ? findNote(replacement.moved, context) : replacement;
}

/** The route in what a model may send: a path, encoded as in a link or not, with or without outer slashes. */
function routeIn(path: string): Route {
  const isSegment = (part: string) => part !== "" && part !== "." && part !== "..";
  const segments = decoded(path.toWellFormed()).normalize("NFC").split("/").filter(isSegment);
  return `/${segments.join("/")}` as Route;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The note's page on the owner's site, or else its own address. */
function urlOf(route: Route, { info, addressOf }: ToolContext): string {
  return info.site === undefined ? addressOf(route) : info.site + encodeRoute(route);
}

// Older clients read the text, newer ones the structure.
function success(structuredContent: object): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
}

function failure(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
