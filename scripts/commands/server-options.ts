import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { ParseArgsConfig } from "node:util";
import { parse } from "smol-toml";
import manifest from "../../package.json" with { type: "json" };
import { clientReader } from "../../server/client-address.ts";
import { type RunningServer, type ServerOptions, VARIABLE_NAMES } from "../../server/server.ts";
import type { parseArguments } from "../cli/command.ts";
import { ContentError, OutputError, UsageError } from "../diagnostics/errors.ts";
import { didYouMean } from "../diagnostics/nearest.ts";

/** Where variables are set for the Worker, and so for the server too. */
const WORKER_CONFIG = "wrangler.toml";

/** The options of commands that serve the API, as `parseArgs` takes them. */
export const SERVER_OPTIONS = {
  port: { type: "string", default: "8787" },
  host: { type: "string", default: "localhost" },
  var: { type: "string", multiple: true, default: [] },
  "client-header": { type: "string" },
  "trusted-proxy": { type: "string", multiple: true, default: [] },
} satisfies ParseArgsConfig["options"];

export const SERVER_OPTIONS_HELP = `  --port N              the port (default: 8787); 0 for any free one
  --host HOST           the name or address to listen on (default: localhost); 0.0.0.0
                        for all of the machine's
  --var NAME:VALUE      a variable, such as RATE_LIMIT_REQUESTS:600; repeatable, overrides
                        the environment, which overrides [vars] in wrangler.toml
  --client-header NAME  behind a proxy: the header with the client's address, ...
  --trusted-proxy ADDR  ... and the address or network of the proxy, such as 10.0.0.0/8;
                        repeatable
`;

/** The forms of these options, for `parseArguments`. */
export const SERVER_FORMS = {
  port: [
    /^(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/,
    "a number from 0 to 65535",
  ],
  host: [/^[\w.:-]+$/, "a name or an address, such as 0.0.0.0"],
  "client-header": [/^[\w-]+$/, "the name of a header, such as X-Forwarded-For"],
} as const;

type Values = ReturnType<typeof parseArguments<{ options: typeof SERVER_OPTIONS }>>["values"];

/** @throws UsageError, or ContentError if `wrangler.toml` cannot be read */
export function serverOptions(
  values: Values,
  env: NodeJS.ProcessEnv,
): Omit<ServerOptions, "folder"> {
  const { port, host, "client-header": clientHeader, "trusted-proxy": trustedProxies } = values;
  if ((clientHeader === undefined) !== (trustedProxies.length === 0)) {
    throw new UsageError("--client-header and --trusted-proxy need each other.");
  }
  try {
    clientReader({ trustedProxies });
  } catch (error) {
    throw new UsageError(`--trusted-proxy: ${(error as RangeError).message}.`, { cause: error });
  }
  const fromEnvironment = Object.fromEntries(
    VARIABLE_NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  const fromOptions = Object.fromEntries(values.var.map(parseVariable));
  const variables = { ...configured(), ...fromEnvironment, ...fromOptions };
  const version = manifest.version.replaceAll(".", "-");
  return { host, port: Number(port), variables, version, clientHeader, trustedProxies };
}

/**
 * Serves until the process is told to end, and then until in-flight responses are complete.
 *
 * @param port to listen on
 * @param start starts the server
 * @returns the exit code
 * @throws OutputError if it cannot be started
 */
export async function serve(port: number, start: () => Promise<RunningServer>): Promise<number> {
  const { origin, basePath, close } = await start().catch((error) => refuseToListen(error, port));
  console.log(`Ready on ${origin}${basePath && `${basePath}/`}`);
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  await close();
  return 0;
}

/**
 * Listens for a moment, so that a port that is taken is reported before a long build.
 * @throws OutputError if the server could not listen there
 */
export async function checkPort({ port, host }: { port: number; host?: string }): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening").catch((error) => refuseToListen(error, port));
  server.close();
  await once(server, "close");
}

function refuseToListen(error: NodeJS.ErrnoException, port: number): never {
  if (error.code === "EADDRINUSE" || error.code === "EACCES") {
    const who = error.code === "EACCES" ? "This user may not use" : "Another program uses";
    throw new OutputError(`${who} port ${port}. Choose another one with --port.`);
  }
  if (error.syscall === undefined) throw error;
  throw new OutputError(`The server cannot start: ${error.message}.`);
}

function parseVariable(text: string): [string, string] {
  const [, name = text, value] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (value === undefined) throw new UsageError("--var must be NAME:VALUE.");
  if (VARIABLE_NAMES.some((each) => each === name)) return [name, value];
  const meant = didYouMean(name, VARIABLE_NAMES);
  throw new UsageError(`--var: there is no variable ${JSON.stringify(name)}.${meant}`);
}

function configured(): Record<string, string | number> {
  if (!existsSync(WORKER_CONFIG)) return {};
  try {
    const { vars = {} } = parse(readFileSync(WORKER_CONFIG, "utf8"));
    const own = Object.entries(vars).filter(([name]) =>
      VARIABLE_NAMES.some((each) => each === name),
    );
    return Object.fromEntries(own);
  } catch (error) {
    const [cause = ""] = (error as Error).message.split("\n");
    throw new ContentError(`${WORKER_CONFIG} cannot be read: ${cause}.`);
  }
}
