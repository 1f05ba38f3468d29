import { encodeRoute, noteAddress } from "../contract/addresses.ts";
import type { FullNote } from "../contract/note.ts";
import type { NotesInfo } from "../contract/notes-info.ts";
import type { Route } from "../contract/route.ts";
import { MAX_QUERY_LENGTH, type SearchResponse } from "../contract/search-response.ts";
import { wholeFile } from "../request.ts";
import { jsonOf } from "../response.ts";
import { findReplacement } from "../routes/find-note.ts";
import { isOverlong } from "../routes/search.ts";
import { searchResponse } from "../search/write-response.ts";
import type { Service } from "../service.ts";
import type { Params } from "./message.ts";
import { readId, routesIn, siteAt, writeId } from "./note-ids.ts";
import { type Piece, pieceOf } from "./pieces.ts";
import { sectionOf } from "./sections.ts";

/** What the tools need from where they are offered. */
export interface ToolHost {
  readonly service: Service;
  readonly readInfo: () => Promise<NotesInfo>;
  /** Where the API is, such as `https://notes.example/docs`; undefined if only the tools are there. */
  readonly base: string | undefined;
  /** The address of a note that has no page. */
  readonly addressOf: (route: Route) => string;
  /** The route of the note at an address that does not show it; undefined if there is none. */
  readonly routeAt?: (address: string) => Route | undefined;
  /** Why the tools cannot be used, in a sentence; undefined if they can. */
  readonly whyUnavailable?: () => Promise<string | undefined>;
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
      "Get the whole text of a note as Markdown. Links in it that begin with a slash are links to other notes: fetch them by that path; with #heading, only that section comes. If metadata.next is there, the text goes on: fetch that id.",
    argument: "id",
    meaning: "The id or url of a search result, or a link in a note.",
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

/** Uses a tool, or says why that is not possible. */
export async function runTool(name: ToolName, args: Params, host: ToolHost): Promise<ToolResult> {
  const reason = await host.whyUnavailable?.();
  if (reason !== undefined) return failure(reason);
  return TOOLS[name].call(args, { ...host, info: await host.readInfo() });
}

function search({ query }: Params, context: ToolContext): ToolResult {
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

async function fetchNote({ id }: Params, context: ToolContext): Promise<ToolResult> {
  if (typeof id !== "string") return failure("`id` must be text: the id of a search result.");
  const wanted = readId(id);
  const routes = routesOf(wanted.note, context);
  if (routes === undefined) {
    return failure(`${NOT_FOUND} It is an address of another host, whose notes are not here.`);
  }
  const found = await findNote(routes, context);
  if ("nearest" in found) {
    const { nearest } = found;
    return failure(
      NOT_FOUND + (nearest.length > 0 ? ` The nearest ids: ${nearest.join(" ")}` : ""),
    );
  }
  const { route, title, markdown, ...metadata } = found.note;
  const section = wanted.anchor === "" ? undefined : sectionOf(markdown, wanted.anchor);
  const anchor = section === undefined ? "" : wanted.anchor;
  const idOf = (piece: number) => writeId({ note: route, anchor, piece });
  const { number, text, isLast } = pieceOrFirst(section ?? markdown, wanted.piece);
  return success({
    id: idOf(number),
    title,
    text,
    url: urlOf(route, context),
    metadata: { ...metadata, ...(!isLast && { next: idOf(number + 1) }) },
  });
}

const NOT_FOUND = "There is no note with this id.";

/** The routes that may be meant; undefined if it is a note of another host. */
function routesOf(text: string, { info, base, routeAt }: ToolContext): Route[] | undefined {
  const route = routeAt?.(text);
  if (route !== undefined) return [route];
  const sites = [info.site, base].filter((url) => url !== undefined);
  return routesIn(text, sites.map(siteAt));
}

/** The first of these notes, or the one that had its route before; else the routes nearest to the first one. */
async function findNote(
  routes: readonly Route[],
  context: ToolContext,
): Promise<{ readonly note: FullNote } | { readonly nearest: readonly Route[] }> {
  const { service } = context;
  let nearest: readonly Route[] | undefined;
  for (const route of routes) {
    const file = await service.readFile(wholeFile(noteAddress(route)));
    if (file !== undefined) return { note: await jsonOf(file) };
    const replacement = findReplacement(route, service);
    if ("moved" in replacement) return findNote([replacement.moved], context);
    nearest ??= replacement.nearest;
  }
  return { nearest: nearest ?? [] };
}

/** A piece of a text, or the first one if there is none with that number. */
function pieceOrFirst(text: string, number: number): Piece & { readonly number: number } {
  const piece = pieceOf(text, number);
  return piece ? { ...piece, number } : { ...pieceOf(text, 1)!, number: 1 };
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
