import { noteAddress } from "../contract/addresses.ts";
import { INFO_PATH, type NotesInfo } from "../contract/notes-info.ts";
import { type ApiRequest, wholeFile } from "../request.ts";
import { type Answer, jsonOf } from "../response.ts";
import { serveFile } from "../routes/asset.ts";
import { notFound } from "../routes/not-found.ts";
import type { Service } from "../service.ts";
import {
  CODES,
  errorText,
  type Id,
  idOf,
  isObject,
  MAX_BYTES,
  type Message,
  parseMessage,
  RpcError,
  resultText,
  toMessage,
} from "./message.ts";
import { metaOf, OLDER_REVISIONS, REVISION, resultOf, toRpcError, unsupported } from "./methods.ts";
import type { ToolHost } from "./tools.ts";

/** A `Host` or `Origin` of this machine. */
const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

const NO_STORE = { "Cache-Control": "no-store" };
const HEADERS = { "Content-Type": "application/json", ...NO_STORE };

/**
 * Answers a message sent to `/mcp`. Clients of 2025 take any status but 200 for the end of the connection, so they
 * get the errors of their requests with it.
 */
export async function answerMcp(request: ApiRequest, service: Service): Promise<Answer> {
  if (service.mcpLimiter === undefined) return notFound(request, service);
  const { headers, body } = request.source;
  let id: Id | undefined;
  let isOlderRequest = false;
  try {
    if (service.isLoopback) checkLoopback(headers);
    const value = parseMessage(await readBody(body));
    id = idOf(value);
    const message = toMessage(value);
    const isOlder = isOfOlderClient(message, headers);
    if (id === undefined) return { status: 202, body: null, headers: NO_STORE };
    isOlderRequest = isOlder;
    if (!isOlder) checkHeaders(message, headers);
    const result = await resultOf(message, isOlder, hostOf(request, service));
    return { status: 200, body: resultText(id, result), headers: HEADERS };
  } catch (thrown) {
    const error = toRpcError(thrown, service.errors);
    return errorAnswer(error, id, { status: isOlderRequest ? 200 : error.status });
  }
}

/**
 * An error as an answer.
 *
 * @param id of the request, if it is known
 * @param headers specific to this answer
 */
export function errorAnswer(
  error: RpcError,
  id?: Id,
  { status = error.status, headers = {} }: Partial<Pick<Answer, "status" | "headers">> = {},
): Answer {
  return { status, body: errorText(error, id), headers: { ...HEADERS, ...headers } };
}

/**
 * Where only programs on this machine can send requests, refuses web pages of other origins, and those whose own name
 * resolves to this machine (DNS rebinding).
 *
 * @throws RpcError
 */
function checkLoopback(headers: Headers): void {
  for (const name of ["Host", "Origin"]) {
    const value = headers.get(name);
    if (value === null || LOOPBACK.test(value)) continue;
    const text = `This server is for programs on its own machine: ${name} must be localhost or a loopback address.`;
    throw new RpcError(403, CODES.invalidRequest, text);
  }
}

/** Reads a body, but not much further than a message may be long. @throws RpcError if the client left halfway */
async function readBody(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // To cancel it could end the connection: what is left is for the host to read.
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) break;
    }
    return chunks;
  } catch {
    throw new RpcError(400, CODES.parseError, "The message is not complete.");
  }
}

/**
 * Whether a message is of a revision in which messages do not name it.
 *
 * @throws RpcError if it does not name one, and its header names an unknown revision
 */
function isOfOlderClient(message: Message, headers: Headers): boolean {
  const revision = headers.get("MCP-Protocol-Version");
  if (metaOf(message).protocolVersion !== undefined) return false;
  if (revision === null || OLDER_REVISIONS.includes(revision)) return true;
  if (revision === REVISION) return false;
  throw unsupported(revision);
}

/** @throws RpcError unless the headers say the same as the message */
function checkHeaders(message: Message, headers: Headers): void {
  const { method, params } = message;
  const { protocolVersion } = metaOf(message);
  if (protocolVersion !== undefined) {
    matchHeader("MCP-Protocol-Version", headers.get("MCP-Protocol-Version"), protocolVersion);
  }
  matchHeader("Mcp-Method", headers.get("Mcp-Method"), method);
  if (method === "tools/call" && isObject(params)) {
    matchHeader("Mcp-Name", decoded(headers.get("Mcp-Name")), params.name);
  }
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

function hostOf({ source, basePath }: ApiRequest, service: Service): ToolHost {
  const base = new URL(source.url).origin + basePath;
  return {
    service,
    readInfo: () => readInfo(service),
    base,
    addressOf: (route) => base + noteAddress(route),
  };
}

/** What the notes are about, as the build wrote it. */
export async function readInfo(service: Service): Promise<NotesInfo> {
  return jsonOf(await serveFile(wholeFile(INFO_PATH), service));
}
