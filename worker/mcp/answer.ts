import { INFO_PATH, type NotesInfo } from "../contract/notes-info.ts";
import { MAX_AGE_SECONDS } from "../contract/success-headers.ts";
import { type ApiRequest, wholeFile } from "../request.ts";
import { type Answer, jsonOf } from "../response.ts";
import { serveFile } from "../routes/asset.ts";
import { notFound } from "../routes/not-found.ts";
import type { Service } from "../service.ts";
import {
  CODES,
  errorAnswer,
  idOf,
  isObject,
  type Message,
  RpcError,
  readJson,
  resultAnswer,
  toMessage,
} from "./message.ts";
import { describeTools, TOOLS, type ToolContext, type ToolName } from "./tools.ts";

/*
 * The Model Context Protocol over HTTP, without sessions and streams: the revision of 2026, in which each message
 * says what it speaks, and `initialize` of those before. It is written by hand because two read-only tools need
 * little of it, and the official SDK costs a Worker much: it answers older clients with event streams, refuses
 * those that accept only JSON, adds 85 to 150 kB to a Worker of 20, and takes 120 ms of the 10 that the free plan
 * has for a first call.
 */

/** The revision in which each request says what it speaks. */
const REVISION = "2026-07-28";
/** The revisions in which a client says so once, in `initialize`; the latest first. */
const OLDER_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** A `Host` or `Origin` of this machine. */
const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

const META = "io.modelcontextprotocol";
const CAPABILITIES = { tools: {} };
const INSTRUCTIONS = "Search for notes, then fetch those you need to read.";

type Handler = (message: Message, context: ToolContext) => object | Promise<object>;

const SHARED_METHODS: Readonly<Record<string, Handler>> = {
  "tools/list": (_, { info }) => cacheable({ tools: describeTools(info) }),
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
  initialize: ({ params }, context) => ({
    protocolVersion:
      OLDER_REVISIONS.find((each) => each === params.protocolVersion) ?? OLDER_REVISIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: serverInfo(context),
    instructions: INSTRUCTIONS,
  }),
  ping: () => ({}),
};

/** Answers a message sent to `/mcp`. */
export async function answerMcp(request: ApiRequest, service: Service): Promise<Answer> {
  if (service.mcpLimiter === undefined) return notFound(request, service);
  let id: Message["id"];
  try {
    if (service.isLoopback) checkLoopback(request);
    const value = await readJson(request.source.body);
    id = idOf(value);
    const message = toMessage(value);
    checkHeader(message, request);
    if (id === undefined)
      return { status: 202, body: null, headers: { "Cache-Control": "no-store" } };
    return resultAnswer(id, await resultOf(message, request, service));
  } catch (error) {
    if (error instanceof RpcError) return errorAnswer(error, id);
    service.errors.write(error);
    const message = "The server failed to answer. Try again later.";
    return errorAnswer(new RpcError(500, CODES.internalError, message), id);
  }
}

/**
 * Refuses web pages of other origins, and those that lead a name of their own to this machine (DNS rebinding), where
 * only programs on this machine can send requests.
 *
 * @throws RpcError
 */
function checkLoopback({ source: { headers } }: ApiRequest): void {
  for (const name of ["Host", "Origin"]) {
    const value = headers.get(name);
    if (value === null || LOOPBACK.test(value)) continue;
    const text = `This server is for programs on its own machine: ${name} must be localhost or a loopback address.`;
    throw new RpcError(403, CODES.invalidRequest, text);
  }
}

async function resultOf(message: Message, request: ApiRequest, service: Service): Promise<object> {
  const isOlder = isOfOlderClient(message, request);
  if (!isOlder) checkRevision(message, request);
  const methods = isOlder ? OLDER_METHODS : METHODS;
  if (!Object.hasOwn(methods, message.method)) {
    throw new RpcError(404, CODES.methodNotFound, `There is no method ${message.method}.`);
  }
  const info: NotesInfo = await jsonOf(await serveFile(wholeFile(INFO_PATH), service));
  const context = { request, service, info };
  const result = await methods[message.method]!(message, context);
  if (isOlder) return result;
  return {
    resultType: "complete",
    ...result,
    _meta: { [`${META}/serverInfo`]: serverInfo(context) },
  };
}

/** Whether a message is of a revision in which messages do not say what they speak. */
function isOfOlderClient({ params }: Message, { source: { headers } }: ApiRequest): boolean {
  const revision = headers.get("MCP-Protocol-Version");
  return (
    metaOf(params).protocolVersion === undefined &&
    (revision === null || OLDER_REVISIONS.includes(revision))
  );
}

/** @throws RpcError if a message does not say what it speaks, and its header names an unknown revision */
function checkHeader({ params }: Message, { source: { headers } }: ApiRequest): void {
  const revision = headers.get("MCP-Protocol-Version");
  if (revision === null || metaOf(params).protocolVersion !== undefined) return;
  if (![REVISION, ...OLDER_REVISIONS].includes(revision)) throw unsupported(revision);
}

/** @throws RpcError unless a request says that it speaks this revision, in itself and in the same way in its headers */
function checkRevision({ method, params }: Message, { source: { headers } }: ApiRequest): void {
  const { protocolVersion, clientCapabilities } = metaOf(params);
  if (typeof protocolVersion !== "string") {
    throw new RpcError(400, CODES.invalidParams, `\`_meta\` must have ${META}/protocolVersion.`);
  }
  matchHeader("MCP-Protocol-Version", headers.get("MCP-Protocol-Version"), protocolVersion);
  if (protocolVersion !== REVISION) throw unsupported(protocolVersion);
  if (!isObject(clientCapabilities)) {
    throw new RpcError(400, CODES.invalidParams, `\`_meta\` must have ${META}/clientCapabilities.`);
  }
  matchHeader("Mcp-Method", headers.get("Mcp-Method"), method);
  if (method === "tools/call")
    matchHeader("Mcp-Name", decoded(headers.get("Mcp-Name")), params.name);
}

function unsupported(requested: string): RpcError {
  const text = `The revision ${requested} is not supported.`;
  return new RpcError(400, CODES.unsupportedVersion, text, { supported: [REVISION], requested });
}

function matchHeader(name: string, sent: string | null, value: unknown): void {
  if (sent === value) return;
  const fault = sent === null ? "is missing" : "does not match the body";
  throw new RpcError(400, CODES.headerMismatch, `The header ${name} ${fault}.`);
}

/** A header's value, which may be Base64 of UTF-8 in `=?base64?…?=`. */
function decoded(value: string | null): string | null {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value ?? "") ?? [];
  if (base64 === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return value;
  }
}

function metaOf({ _meta }: Message["params"]): {
  protocolVersion?: unknown;
  clientCapabilities?: unknown;
} {
  const meta = isObject(_meta) ? _meta : {};
  return {
    protocolVersion: meta[`${META}/protocolVersion`],
    clientCapabilities: meta[`${META}/clientCapabilities`],
  };
}

function callTool({ params }: Message, context: ToolContext): object | Promise<object> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== "string" || !Object.hasOwn(TOOLS, name)) {
    const names = Object.keys(TOOLS).join(", ");
    const text = `There is no tool ${JSON.stringify(name)}. Tools: ${names}.`;
    throw new RpcError(400, CODES.invalidParams, text);
  }
  if (!isObject(args))
    throw new RpcError(400, CODES.invalidParams, "`arguments` must be an object.");
  return TOOLS[name as ToolName].call(args, context);
}

function serverInfo({ info, service }: ToolContext): object {
  return { name: "notes-reference-api", title: info.title, version: service.version };
}

/** A result that any client may keep as long as an answer of the API. */
function cacheable(result: object): object {
  return { ...result, ttlMs: MAX_AGE_SECONDS * 1000, cacheScope: "public" };
}
