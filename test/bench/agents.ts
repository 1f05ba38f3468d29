/**
 * How many tokens an agent reads to find and read a note: through `/mcp`, and by plain HTTP.
 * `npm ci --prefix test/clients/large` installs the tokenizer.
 */
import { parseArguments, runCommand } from "../../scripts/cli/command.ts";
import { startServer } from "../../server/server.ts";
import { noteAddress } from "../../worker/contract/addresses.ts";
import type { NoteList } from "../../worker/contract/note.ts";

const USAGE = `Usage: npm run bench -- agents [--dist DIR]

  --dist DIR  the built notes (default: dist)
  -h, --help  show this
`;

const CONFIG = { options: { dist: { type: "string", default: "dist" } } } as const;

await runCommand(async (args) => {
  await compareTokens(parseArguments(args, CONFIG).values.dist);
  return 0;
}, USAGE);

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
  const columns: Record<string, number[]> = {
    search: [],
    fetch: [],
    both: [],
    http: [],
    note: [],
    all: [],
  };
  for (const { route, title } of notes) {
    const counts = [
      await call("search", { query: title }),
      await call("fetch", { id: route }),
      await textAt(`/api/v1/search.json?${new URLSearchParams({ q: title })}`),
      await textAt(noteAddress(route)),
    ].map(countTokens);
    const [search = 0, read = 0, http = 0, note = 0] = counts;
    columns.search!.push(search);
    columns.fetch!.push(read);
    columns.both!.push(search + read);
    columns.http!.push(http);
    columns.note!.push(note);
    columns.all!.push(http + note);
  }
  const described = countTokens(await resultOf("tools/list", {}));
  const document = countTokens(await textAt("/api/v1/openapi.json"));
  await server.close();

  const median = (numbers: number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!.toLocaleString("en-GB");
  const row = (what: string, ...cells: string[]) => `| ${[what, ...cells].join(" | ")} |\n`;
  process.stdout.write(
    `${notes.length} notes, tokens of o200k_base; each note searched by its title; medians\n\n` +
      row("", "`/mcp`", "HTTP") +
      row("---", "--:", "--:") +
      row("description", described.toLocaleString("en-GB"), document.toLocaleString("en-GB")) +
      row("search", median(columns.search!), median(columns.http!)) +
      row("note", median(columns.fetch!), median(columns.note!)) +
      row("search and note", median(columns.both!), median(columns.all!)),
  );
}
