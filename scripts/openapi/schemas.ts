import type { FullNote, NoteList, NoteSummary } from "../../worker/contract/note.ts";
import type { ProblemDetails } from "../../worker/contract/problems.ts";
import type { SearchResponse, SearchResult } from "../../worker/contract/search-response.ts";
import type { SchemaOf } from "./schema-of.ts";

const route = {
  type: "string",
  pattern: "^/",
  description:
    "Page route of the note, such as `/languages/python` or `/terms/data-structures/hash-table`.",
} as const;
const title = { type: "string", description: "Display title." } as const;
const collection = {
  type: "string",
  description: "Collection the note belongs to, such as `languages`, `terms` or `subjects`.",
} as const;
const tags = { type: "array", items: { type: "string" } } as const;
const summary = { type: "string", description: "Short description of the note." } as const;

const noteSummary: SchemaOf<NoteSummary> = {
  type: "object",
  properties: {
    route,
    title,
    collection,
    category: {
      type: "string",
      description: "Present where the note's collection lists it, as `languages` does.",
    },
    domain: {
      type: "string",
      description: "Present where the note's collection lists it, as `terms` does.",
    },
    tags,
    summary,
  },
  required: ["route", "title", "collection", "tags", "summary"],
};

const fullNote: SchemaOf<FullNote> = {
  type: "object",
  properties: {
    route,
    title,
    collection,
    domain: {
      type: "string",
      description: "Present where the note's collection shows it, as `languages` and `terms` do.",
    },
    category: {
      type: "string",
      description: "Present where the note's collection shows it, as `languages` does.",
    },
    tags,
    summary,
    markdown: {
      type: "string",
      description: "The note's Markdown, its wikilinks already replaced by links to routes.",
    },
  },
  required: ["route", "title", "collection", "tags", "summary", "markdown"],
};

const noteList: SchemaOf<NoteList> = {
  type: "object",
  properties: {
    count: { type: "integer", minimum: 0, description: "Number of notes in `notes`." },
    notes: {
      type: "array",
      items: { $ref: "#/components/schemas/NoteSummary" },
      description: "All notes, ordered by `route`, by code point.",
    },
  },
  required: ["count", "notes"],
};

const searchResult: SchemaOf<SearchResult> = {
  type: "object",
  properties: { route, title, summary },
  required: ["route", "title", "summary"],
};

const searchResponse: SchemaOf<SearchResponse> = {
  type: "object",
  properties: {
    query: { type: "string", description: "The query that was searched, decoded and trimmed." },
    count: {
      type: "integer",
      minimum: 0,
      maximum: 50,
      description: "Number of entries in `results`.",
    },
    results: {
      type: "array",
      items: { $ref: "#/components/schemas/SearchResult" },
      maxItems: 50,
      description: "Matching notes, best first.",
    },
  },
  required: ["query", "count", "results"],
};

const problemDetails: SchemaOf<ProblemDetails> = {
  type: "object",
  description: "A problem document (RFC 9457).",
  properties: {
    type: { type: "string", format: "uri-reference", description: "Names the kind of problem." },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { type: "string", description: "What is wrong with this request." },
    instance: { type: "string", description: "The address that was asked for." },
    suggestions: {
      type: "array",
      items: { type: "string" },
      maxItems: 3,
      description: "Addresses of the nearest notes, where a note was asked for and is not there.",
    },
    addresses: {
      type: "array",
      items: { type: "string" },
      description: "The addresses that exist, where one was asked for that does not.",
    },
  },
  required: ["type", "title", "status", "detail"],
};

/** The schemas of the API's bodies, under their names in the OpenAPI document. */
export const SCHEMAS = {
  NoteSummary: noteSummary,
  FullNote: fullNote,
  NoteList: noteList,
  SearchResult: searchResult,
  SearchResponse: searchResponse,
  ProblemDetails: problemDetails,
};
