/**
 * How many tokens an agent reads to find and read a note, through `/mcp` and by plain HTTP, and to answer questions.
 * `npm ci --prefix test/clients/large` installs the tokenizer.
 */
import { parseArguments, runCommand } from "../scripts/cli/command.ts";
import { startServer } from "../server/server.ts";
import { noteAddress } from "../worker/contract/addresses.ts";
import type { NoteList } from "../worker/contract/note.ts";
import { QUESTIONS, type Question } from "./agent-questions.ts";
import { markdownTable, median, thousands } from "./report.ts";

const USAGE = `Usage: npm run bench -- agents [--dist DIR]

  --dist DIR  the built notes (default: dist)
  -h, --help  show this
`;

const CONFIG = { options: { dist: { type: "string", default: "dist" } } } as const;

/** The most notes of a search that the agent reads. */
const MAX_READ = 3;

/** Searches that many notes match. */
const BROAD_QUERIES = ["data", "programming language"];

await runCommand(async (args) => {
  await compareTokens(parseArguments(args, CONFIG).values.dist);
  return 0;
}, USAGE);

/** What an agent does to answer a question. */
interface Work {
  readonly question: Question;
  searches: number;
  searchTokens: number;
  fetches: number;
  fetchTokens: number;
  answered: boolean;
}

/** The tokens of the answers about a note: by the tools of `/mcp`, and by HTTP. */
type Counts = Record<"search" | "fetch" | "http" | "note", number>;

/** The result of a search that is read. */
interface Found {
  readonly results: readonly { readonly id: string }[];
}

/** Asks for every note of a built folder both ways, and prints a table. */
async function compareTokens(dist: string): Promise<void> {
  const tokenizer = "../test/clients/large/node_modules/gpt-tokenizer/esm/encoding/o200k_base.js";
  const { countTokens }: { countTokens: (text: string) => number } = await import(tokenizer);

  const server = await startServer({
    folder: dist,
    host: "127.0.0.1",
    port: 0,
    variables: { RATE_LIMIT_REQUESTS: 10_000, MCP_RATE_LIMIT_REQUESTS: 10_000 },
    version: "bench",
  });
  const textAt = async (address: string) => (await fetch(server.origin + address)).text();

  /** The text that a model is shown of a result. */
  async function resultOf(method: string, params: object): Promise<string> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(`${server.origin}/mcp`, { method: "POST", body });
    const { result } = (await response.json()) as {
      result: { content?: readonly { text: string }[] };
    };
    return result.content?.[0]?.text ?? JSON.stringify(result);
  }

  const call = (name: string, args: object) => resultOf("tools/call", { name, arguments: args });
  const { notes }: NoteList = JSON.parse(await textAt("/api/v1/notes.json"));
  const counts: Counts[] = [];
  for (const { route, title } of notes) {
    counts.push({
      search: countTokens(await call("search", { query: title })),
      fetch: countTokens(await call("fetch", { id: route })),
      http: countTokens(await textAt(`/api/v1/search.json?${new URLSearchParams({ q: title })}`)),
      note: countTokens(await textAt(noteAddress(route))),
    });
  }
  /** Searches, then reads the best notes, until a text answers the question. */
  async function answer(question: Question): Promise<Work> {
    const work = { question, searches: 0, searchTokens: 0, fetches: 0, fetchTokens: 0 };
    const read = new Set<string>();
    for (const query of question.queries) {
      const found = await call("search", { query });
      work.searches++;
      work.searchTokens += countTokens(found);
      const { results }: Found = JSON.parse(found);
      for (const { id } of results.slice(0, MAX_READ)) {
        if (read.has(id)) continue;
        read.add(id);
        const note = await call("fetch", { id });
        work.fetches++;
        work.fetchTokens += countTokens(note);
        if (question.answer.test(note)) return { ...work, answered: true };
      }
    }
    return { ...work, answered: false };
  }

  const broad: [query: string, tokens: string][] = [];
  for (const query of BROAD_QUERIES) {
    broad.push([query, thousands(countTokens(await call("search", { query })))]);
  }
  const works: Work[] = [];
  for (const question of QUESTIONS) works.push(await answer(question));
  const described = countTokens(await resultOf("tools/list", {}));
  const document = countTokens(await textAt("/api/v1/openapi.json"));
  await server.close();

  const medianOf = (count: (each: Counts) => number) => thousands(median(counts.map(count)));
  const rows = [
    ["description", thousands(described), thousands(document)],
    ["search", medianOf(({ search }) => search), medianOf(({ http }) => http)],
    ["note", medianOf(({ fetch }) => fetch), medianOf(({ note }) => note)],
    [
      "search and note",
      medianOf(({ search, fetch }) => search + fetch),
      medianOf(({ http, note }) => http + note),
    ],
  ];
  console.log(
    `${notes.length} notes, tokens of o200k_base; each note searched by its title; medians\n\n${markdownTable(["", "`/mcp`", "HTTP"], rows)}`,
  );
  console.log(`\n${markdownTable(["search", "tokens"], broad)}`);
  console.log(`\n${QUESTIONS.length} questions\n\n${questionTable(works)}`);
}

function questionTable(works: readonly Work[]): string {
  const total = (count: (work: Work) => number) =>
    works.reduce((sum, work) => sum + count(work), 0);
  const rows = works.map((work) => [
    work.question.text,
    String(work.searches + work.fetches),
    thousands(work.searchTokens),
    thousands(work.fetchTokens),
    work.answered ? "yes" : "no",
  ]);
  const all = [
    "together",
    String(total(({ searches, fetches }) => searches + fetches)),
    thousands(total(({ searchTokens }) => searchTokens)),
    thousands(total(({ fetchTokens }) => fetchTokens)),
    String(works.filter(({ answered }) => answered).length),
  ];
  return markdownTable(["question", "calls", "search", "notes", "answered"], [...rows, all]);
}
