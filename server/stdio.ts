import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Route } from "../worker/contract/route.ts";
import { readInfo } from "../worker/mcp/answer.ts";
import { errorText, idOf, parseMessage, resultText, toMessage } from "../worker/mcp/message.ts";
import { metaOf, resultOf, toRpcError } from "../worker/mcp/methods.ts";
import type { ToolHost } from "../worker/mcp/tools.ts";
import { createService } from "../worker/service.ts";
import { BuiltFolder } from "./built-folder.ts";

export interface StdioOptions {
  /** The built folder, which contains `api/` and the search index. There may be none yet. */
  readonly folder: string;
  /** Identifies the code: letters, digits and hyphens. */
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  /** The address of a note that has no page. */
  readonly addressOf: (route: Route) => string;
  /** The route of the note with such an address. */
  readonly routeAt: (address: string) => Route | undefined;
  /** Waits for the first build. Returns why there is none, in a sentence, in case there is none. */
  readonly whyNotBuilt: () => Promise<string>;
}

/**
 * Answers messages of the Model Context Protocol, one a line, until the input ends or nobody reads the output. The tools
 * wait for the first build; what else a host asks when it starts is answered at once.
 */
export async function answerLines(options: StdioOptions): Promise<void> {
  const { input, output } = options;
  const host = toolHost(options);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  output.once("error", () => lines.close());
  const running = new Set<Promise<void>>();
  for await (const line of lines) {
    if (line.trim() === "") continue;
    const answer = answerLine(line, host).then(async (text) => {
      if (text !== undefined) await written(output, `${text}\n`);
      running.delete(answer);
    });
    running.add(answer);
  }
  await Promise.all(running);
}

function toolHost({ folder, version, addressOf, routeAt, whyNotBuilt }: StdioOptions): ToolHost {
  const built = new BuiltFolder(folder);
  const service = createService(
    {},
    {
      readFile: (file) => built.readFile(file),
      searchEngine: () => built.searchEngine(),
      version,
      isLoopback: true,
    },
  );
  return {
    service,
    readInfo: async () => ((await built.refresh()) ? readInfo(service) : {}),
    base: undefined,
    addressOf,
    routeAt,
    whyUnavailable: async () => {
      const reason = await whyNotBuilt();
      return (await built.refresh()) ? undefined : reason;
    },
  };
}

/** The answer to a message; undefined if it asks for none. */
async function answerLine(line: string, host: ToolHost): Promise<string | undefined> {
  let id: ReturnType<typeof idOf>;
  try {
    const value = parseMessage([new TextEncoder().encode(line)]);
    id = idOf(value);
    const message = toMessage(value);
    if (id === undefined) return undefined;
    const isOlder = metaOf(message).protocolVersion === undefined;
    return resultText(id, await resultOf(message, isOlder, host));
  } catch (error) {
    return errorText(toRpcError(error, host.service.errors), id);
  }
}

/** Resolves when a text was written, or cannot be. */
function written(output: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    output.write(text, () => resolve());
  });
}
