import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleFromString, createConfig, lintFromString } from "@redocly/openapi-core";
import { Response } from "miniflare";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { API_BASE, OPENAPI_ADDRESS } from "../../worker/contract/addresses.ts";
import {
  PROBLEM_TYPES,
  type ProblemDetails,
  type ProblemName,
  problemTypeUri,
} from "../../worker/contract/problems.ts";
import { MAX_QUERY_LENGTH } from "../../worker/contract/search-response.ts";
import { builtVault, note } from "../build/vault.ts";
import type { Reply } from "../worker/api-description.ts";
import { openService, type Service, startService } from "../worker/service.ts";

interface Example {
  summary: string;
  value: unknown;
}
interface Operation {
  operationId: string;
  description: string;
  parameters?: { name: string; description: string; example: string; schema: object }[];
  responses: Record<
    string,
    { description: string; content?: Record<string, { examples: object }> }
  >;
}
interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
}
interface Document {
  info: { description: string };
  servers: { url: string }[];
  paths: Record<string, { get: Operation }>;
  components: { schemas: Record<string, Schema>; examples: Record<string, Example> };
}

const LONG = `${"Words of a long text. ".repeat(30)}\n`;

const FILES = {
  "collections.yaml": `api: { license: { name: CC0, identifier: CC0-1.0 } }
collections:
  books:
    folder: books
    route: /books/{path}
    fields:
      author: { description: Who wrote the book., values: [Herbert, Lem] }
      category: { required: true }
    list: [category, author]
    full: [author, category]
  films: { folder: films, route: "/films/{slug}" }
`,
  "books/novels/dune.md": note("Dune", `First.\n\n${LONG}`, "author: Herbert\ncategory: sf\n"),
  "films/alien.md": note("Alien"),
};

/** The document of a vault, both as served and with its references resolved. */
async function build(files: Record<string, string> = FILES) {
  const { outDir } = await builtVault(files);
  const source = readFileSync(join(outDir, OPENAPI_ADDRESS), "utf8");
  return { source, ...(await dereference(source)) };
}

async function dereference(source: string): Promise<Document> {
  const config = await createConfig({});
  const { bundle } = await bundleFromString({ source, config, dereference: true });
  return bundle.parsed as Document;
}

function examplesOf({ responses }: Operation, status: string) {
  const [{ examples } = { examples: {} }] = Object.values(responses[status]?.content ?? {});
  return Object.values(examples).map(({ value }) => value);
}

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

test("the document is valid OpenAPI 3.1, without warnings from the linter's recommended rules", async () => {
  const { source } = await build();
  expect(await lint(source)).toEqual([]);
  expect(await lint(source.replace(/"servers":\[.*?\]/, '"servers":[]'))).not.toEqual([]);
});

test("there is an operation for each address, and no other", async () => {
  const { paths } = await build();
  const operations = Object.entries(paths).map(([path, item]) => [
    path,
    Object.entries(item).map(([method, { operationId }]) => `${method} ${operationId}`),
  ]);
  expect(Object.fromEntries(operations)).toEqual({
    "/notes.json": ["get listNotes"],
    "/notes/{route}.json": ["get getNote"],
    "/search.json": ["get searchNotes"],
    "/digests.json": ["get getDigests"],
    "/parts/{part}.json": ["get getPart"],
    "/links.json": ["get getLinks"],
  });
});

test("docs/api.md names the addresses, and the fields in their order", async () => {
  const { paths, components } = await build({
    "collections.yaml":
      "collections: { x: { folder: x, route: '/x/{slug}', list: [category, domain], full: [category, domain] } }",
    "x/a.md": note("A"),
  });
  const text = readFileSync(join(import.meta.dirname, "../../docs/api.md"), "utf8");
  const addresses = [...text.matchAll(/^\| `GET (\/\S+?)(?:\?q=)?` \|/gm)].map(([, each]) => each);
  expect(addresses).toEqual([
    ...Object.keys(paths).map((path) => API_BASE + path),
    OPENAPI_ADDRESS,
  ]);
  const fields = Object.entries({
    "the list": "NoteList",
    "an element of `notes`": "NoteSummary",
    "a note": "FullNote",
    "search results": "SearchResponse",
    "an element of `results`": "SearchResult",
    "the digests": "Digests",
    "a part": "Part",
    "the links": "Links",
  }).map(([what, schema]) => {
    const names = Object.keys(components.schemas[schema]?.properties ?? {});
    return `| ${what} | ${names.map((name) => `\`${name}\``).join(", ")} |`;
  });
  expect(/\| In \| Fields \|\n\|---\|---\|\n(.+?)\n\n/s.exec(text)?.[1]).toBe(fields.join("\n"));
  const [, errors] = /\n## Errors\n\n(.+)\n/.exec(text) ?? [];
  for (const name of Object.keys(components.schemas.ProblemDetails?.properties ?? {})) {
    expect(errors).toContain(`\`${name}\``);
  }
});

test("every operation, parameter and field is described in a sentence", async () => {
  const { paths, components } = await build();
  const described: Record<string, string | undefined> = {};
  for (const { get } of Object.values(paths)) {
    described[get.operationId] = get.description;
    for (const { name, description } of get.parameters ?? []) described[name] = description;
  }
  const walk = (at: string, { description, properties = {}, items }: Schema) => {
    described[at] = description;
    for (const [name, schema] of Object.entries(properties)) walk(`${at}.${name}`, schema);
    if (items !== undefined) walk(`${at}[]`, items);
  };
  for (const [name, schema] of Object.entries(components.schemas)) walk(name, schema);
  expect(Object.keys(described)).toEqual(expect.arrayContaining(["q", "route", "FullNote.tags[]"]));
  for (const [name, text] of Object.entries(described)) expect(text, name).toMatch(/^[A-Z`].*\.$/s);
});

test("the schemas have the fields that collections declare, in the order of the responses", async () => {
  const { schemas } = (await build()).components;
  const fields = (name: string) => Object.keys(schemas[name]?.properties ?? {});
  expect(fields("NoteSummary").join(" ")).toBe(
    "route title collection category tags summary author updated",
  );
  expect(fields("FullNote").join(" ")).toBe(
    "route title collection category tags summary author updated markdown",
  );
  expect(schemas.FullNote?.required).not.toContain("author");
  expect(schemas.FullNote?.properties).toMatchObject({
    author: {
      type: "string",
      description: "Who wrote the book. Only notes of `books` have it.",
      examples: ["Herbert", "Lem"],
    },
    collection: { description: expect.stringContaining("`books` and `films`") },
  });
});

test("fields that collections declare with the same name are one field, of any of their types", async () => {
  const { components } = await build({
    "collections.yaml": `collections:
  books:
    folder: books
    route: /books/{slug}
    fields: { length: { type: number, description: Number of pages. } }
    list: [length]
  films:
    folder: films
    route: /films/{slug}
    fields: { length: { type: list, items: boolean, description: Minutes. } }
    full: [length]
`,
    "films/alien.md": note("Alien"),
  });
  expect(components.schemas.NoteSummary?.properties?.length).toEqual({
    type: ["number", "array"],
    items: { type: "boolean" },
    description: "In `books`: Number of pages. In `films`: Minutes. Absent from notes without it.",
  });
});

describe("the server's address", () => {
  test.for([
    ["https://notes.example/api/v1/openapi.json", "https://notes.example/api/v1"],
    ["https://notes.example/docs/api/v1/openapi.json", "https://notes.example/docs/api/v1"],
    ["https://notes.example/", "https://notes.example/api/v1"],
  ] as const)("is right for a document at %s", async ([location, base]) => {
    const { servers, paths } = await build();
    const { url } = servers[0]!;
    for (const path of Object.keys(paths).filter((path) => !path.includes("{"))) {
      const address = `${base}${path}`;
      expect(new URL(url, location).href + path, "resolved, then joined").toBe(address);
      expect(new URL(url + path, location).href, "joined, then resolved").toBe(address);
    }
  });
});

test("the example of a note has its title and its summary for a text", async () => {
  const { paths } = await build();
  expect(examplesOf(paths["/notes/{route}.json"]!.get, "200")).toEqual([
    expect.objectContaining({
      route: "/books/novels/dune",
      author: "Herbert",
      markdown: expect.stringMatching(/^# Dune\n\n.+\n$/),
    }),
  ]);
});

test("the type of each problem refers to its example, which is also that of responses with its status", async () => {
  const { paths, components } = await build();
  for (const [name, { status, title }] of Object.entries(PROBLEM_TYPES)) {
    const type = problemTypeUri(name as ProblemName);
    expect(type).toBe(`${OPENAPI_ADDRESS}#/components/examples/${name}`);
    const value = expect.objectContaining({ type, title, status, detail: expect.any(String) });
    expect(components.examples[name]).toEqual({ summary: title, value });
    const answers = Object.values(paths).flatMap(({ get }) => examplesOf(get, `${status}`));
    expect(answers).toContainEqual(value);
  }
});

test("the document states the base of all addresses, and how long a query may be", async () => {
  const { info, paths } = await build();
  expect(info.description).toContain(`\`${API_BASE}/\``);
  const { parameters, responses } = paths["/search.json"]!.get;
  expect(parameters).toMatchObject([
    {
      description: expect.stringContaining(` ${MAX_QUERY_LENGTH} characters`),
      schema: { maxLength: MAX_QUERY_LENGTH },
    },
  ]);
  expect(responses["400"]?.description).toContain(` ${MAX_QUERY_LENGTH} characters`);
});

describe("the examples are what the service really returns", () => {
  const MISSING_FILE = () => new Response(null, { status: 503 });
  const REQUESTS: Record<ProblemName, (instance: string) => Promise<Reply>> = {
    MissingQuery: () => service.fetch("/api/v1/search.json"),
    OverlongQuery: () => service.fetch(`/api/v1/search.json?q=${"a".repeat(257)}`),
    UndecodableAddress: () => service.fetch("/api/v1/notes/%ZZ.json"),
    NoteNotFound: (instance) => service.fetch(instance),
    AddressNotFound: (instance) => service.fetch(instance),
    MethodNotAllowed: () => service.fetch("/api/v1/notes.json", { method: "POST" }),
    TooManyRequests: async () => {
      const ask = () => service.fetch("/api/v1/search.json?q=a", { client: "192.0.2.1" });
      for (let i = 0; i < 60; i++) await ask();
      return ask();
    },
    InternalError: async () => {
      const failing = await openService({ assets: MISSING_FILE });
      return failing.fetch("/api/v1/notes.json");
    },
  };

  let service: Service;
  let served: Document;

  beforeAll(async () => {
    service = await startService();
    served = await dereference((await service.fetch(OPENAPI_ADDRESS)).body);
  });

  afterAll(() => service.stop());

  test.for(Object.entries(REQUESTS))("%s", async ([name, request]) => {
    const example = served.components.examples[name]?.value as ProblemDetails;
    const answer: ProblemDetails = JSON.parse((await request(example.instance ?? "")).body);
    const { suggestions = [] } = example;
    expect({ ...answer, detail: withoutSeconds(answer) }).toEqual({
      ...example,
      detail: withoutSeconds(example),
      ...(suggestions.length > 0 && { suggestions: expect.arrayContaining(suggestions) }),
    });
  });

  /** The wait depends on when the request is made. */
  const withoutSeconds = ({ detail }: ProblemDetails) => detail.replace(/after \d+ s/, "later");

  test.for(["listNotes", "getNote", "searchNotes", "getDigests", "getLinks"])(
    "%s",
    async (name) => {
      const entries = Object.entries(served.paths);
      const [path, item] = entries.find(([, { get }]) => get.operationId === name)!;
      const { example: sent = "" } = item.get.parameters?.[0] ?? {};
      const query = path.includes("search") ? `?${new URLSearchParams({ q: sent })}` : "";
      const address = `/api/v1${path.replace("{route}", encodeURIComponent(sent))}${query}`;
      const answer = JSON.parse((await service.fetch(address)).body);
      const [example] = examplesOf(item.get, "200");
      const { count = 0, notes = [], results = [], markdown, ...others } = example;
      expect(answer).toMatchObject(others);
      expect(answer.count ?? 0).toBeGreaterThanOrEqual(count);
      expect(answer.notes ?? []).toEqual(expect.arrayContaining(notes));
      expect(answer.results?.slice(0, 1) ?? []).toEqual(results);
      expect(typeof answer.markdown).toBe(typeof markdown);
    },
  );
});

test("without its examples the document has at most 24 kB", () => {
  const withoutExamples = (key: string, value: unknown) =>
    /^examples?$/.test(key) ? undefined : value;
  const own = readFileSync(join(inject("bundle").folder, "dist", OPENAPI_ADDRESS), "utf8");
  expect(JSON.stringify(JSON.parse(own), withoutExamples).length).toBeLessThanOrEqual(24_000);
});

test("the descriptions say which operation is the way in, and how large the list is", async () => {
  const { paths } = await build();
  const said = (path: string) => paths[path]?.get.description;
  expect(said("/search.json")).toMatch(/^Use this first/);
  expect(said("/notes/{route}.json")).toMatch(/^Use this second/);
  expect(said("/notes.json")).toMatch(
    /use `searchNotes` instead.*It has \d+ notes? and \d+ kB\.$/s,
  );
});
