/**
 * How many tokens an agent reads to find and read a note: through `/mcp`, and by plain HTTP.
 * `npm ci --prefix test/clients/large` installs the tokenizer.
 */
import { parseArguments, runCommand } from "../scripts/cli/command.ts";
import { startServer } from "../server/server.ts";
import { noteAddress } from "../worker/contract/addresses.ts";
import type { NoteList } from "../worker/contract/note.ts";
import { markdownTable, median, thousands } from "./report.ts";

const USAGE = `Usage: npm run bench -- agents [--dist DIR]

  --dist DIR  the built notes (default: dist)
  -h, --help  show this
`;

const CONFIG = { options: { dist: { type: "string", default: "dist" } } } as const;

await runCommand(async (args) => {
  await compareTokens(parseArguments(args, CONFIG).values.dist);
  return 0;
}, USAGE);

/** The tokens of the answers about a note: by the tools of `/mcp`, and by HTTP. */
type Counts = Record<"search" | "fetch" | "http" | "note", number>;

/** Asks for every note of a built folder both ways, and prints a table. */
async function compareTokens(dist: string): Promise<void> {
  const tokenizer = "../clients/large/node_modules/gpt-tokenizer/esm/encoding/o200k_base.js";
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
}
