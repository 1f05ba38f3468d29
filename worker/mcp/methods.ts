import type { NotesInfo } from "../contract/notes-info.ts";
import { PROBLEM_TYPES } from "../contract/problems.ts";
import { MAX_AGE_SECONDS } from "../contract/success-headers.ts";
import type { ErrorLog } from "../log.ts";
import { CODES, isObject, type Message, type Params, RpcError } from "./message.ts";
import { describeTools, runTool, TOOLS, type ToolHost, type ToolName } from "./tools.ts";

/*
 * The Model Context Protocol without sessions and streams: the revision of 2026, which each message names, and
 * `initialize` of those before. It is written by hand because two read-only tools need little of it, and
 * the official SDK costs a Worker much: it answers older clients with event streams, refuses those that accept only
 * JSON, adds 85 to 150 kB to a Worker of 20, and takes 120 ms of the 10 that the free plan has for a first call.
 */

/** The revision in which each request names its revision. */
export const REVISION = "2026-07-28";
/** The revisions in which a client names it once, in `initialize`; the latest first. */
export const OLDER_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const META = "io.modelcontextprotocol";
const CAPABILITIES = { tools: {} };
const INSTRUCTIONS = "Search for notes, then fetch those you need to read.";

type Handler = (params: Params, host: ToolHost) => object | Promise<object>;

const SHARED_METHODS: Readonly<Record<string, Handler>> = {
  "tools/list": async (_, { readInfo }) => cacheable({ tools: describeTools(await readInfo()) }),
  "tools/call": callTool,
};

const METHODS: typeof SHARED_METHODS = {
  ...SHARED_METHODS,
  "server/discover": () =>
    cacheable({
      supportedVersions: [REVISION],
      capabilities: CAPABILITIES,
      instructions: INSTRUCTIONS,
    }),
};

const OLDER_METHODS: typeof SHARED_METHODS = {
  ...SHARED_METHODS,
  initialize: async ({ protocolVersion }, host) => ({
    protocolVersion: OLDER_REVISIONS.find((each) => each === protocolVersion) ?? OLDER_REVISIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: await serverInfo(host),
    instructions: INSTRUCTIONS,
  }),
  ping: () => ({}),
};

/**
 * The result of a request.
 *
 * @param isOlder whether it is of a revision before that of 2026
 * @throws RpcError
 */
export async function resultOf(
  message: Message,
  isOlder: boolean,
  host: ToolHost,
): Promise<object> {
  const { method, params } = message;
  if (!isObject(params)) throw invalidParams("`params` must be an object.");
  if (!isOlder) checkMeta(message);
  const methods = isOlder ? OLDER_METHODS : METHODS;
  if (!Object.hasOwn(methods, method)) {
    throw new RpcError(404, CODES.methodNotFound, `There is no method ${method}.`);
  }
  let info: Promise<NotesInfo> | undefined;
  const readInfo = () => {
    info ??= host.readInfo();
    return info;
  };
  const result = await methods[method]!(params, { ...host, readInfo });
  if (isOlder) return result;
  const _meta = { [`${META}/serverInfo`]: await serverInfo({ ...host, readInfo }) };
  return { resultType: "complete", ...result, _meta };
}

/** The metadata of a message of the revision of 2026. */
export function metaOf({ params }: Message): {
  protocolVersion?: unknown;
  clientCapabilities?: unknown;
} {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : {};
  return {
    protocolVersion: meta[`${META}/protocolVersion`],
    clientCapabilities: meta[`${META}/clientCapabilities`],
  };
}

/** @throws RpcError unless a message names the revision of 2026 */
function checkMeta(message: Message): void {
  const { protocolVersion, clientCapabilities } = metaOf(message);
  if (typeof protocolVersion !== "string") {
    throw invalidParams(`\`_meta\` must have ${META}/protocolVersion.`);
  }
  if (protocolVersion !== REVISION) throw unsupported(protocolVersion);
  if (!isObject(clientCapabilities)) {
    throw invalidParams(`\`_meta\` must have ${META}/clientCapabilities.`);
  }
}

export function unsupported(requested: string): RpcError {
  const text = `The revision ${requested} is not supported.`;
  return new RpcError(400, CODES.unsupportedVersion, text, { supported: [REVISION], requested });
}

/** What is thrown as an error of the protocol; anything else becomes one that reveals nothing, and is logged. */
export function toRpcError(error: unknown, log: ErrorLog): RpcError {
  if (error instanceof RpcError) return error;
  log.write(error);
  const { status, detail } = PROBLEM_TYPES.InternalError;
  return new RpcError(status, CODES.internalError, detail);
}

function callTool({ name, arguments: args = {} }: Params, host: ToolHost): Promise<object> {
  if (typeof name !== "string" || !Object.hasOwn(TOOLS, name)) {
    const names = Object.keys(TOOLS).join(", ");
    throw invalidParams(`There is no tool ${JSON.stringify(name)}. Tools: ${names}.`);
  }
  if (!isObject(args)) throw invalidParams("`arguments` must be an object.");
  return runTool(name as ToolName, args, host);
}

function invalidParams(message: string): RpcError {
  return new RpcError(400, CODES.invalidParams, message);
}

async function serverInfo({ readInfo, service }: ToolHost): Promise<object> {
  const { title } = await readInfo();
  return { name: "notes-reference-api", title, version: service.version };
}

/** A result that any client may keep as long as an answer of the API. */
function cacheable(result: object): object {
  return { ...result, ttlMs: MAX_AGE_SECONDS * 1000, cacheScope: "public" };
}
