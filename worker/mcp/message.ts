import type { Answer } from "../response.ts";

/** Maximum size of a message in bytes. */
const MAX_BYTES = 64 * 1024;

/** Codes of errors: of JSON-RPC, of the protocol, and, outside the ranges of both, our own. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
  tooManyRequests: 429,
} as const;

export type Id = string | number;
export type Params = Readonly<Record<string, unknown>>;

/** A JSON-RPC request, or a notification, which has no `id`. */
export interface Message {
  readonly id: Id | undefined;
  readonly method: string;
  readonly params: Params;
}

/** A JSON-RPC error, thrown to become the answer. */
export class RpcError extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: object | undefined;

  /**
   * @param status the HTTP status
   * @param code one of `CODES`
   */
  constructor(status: number, code: number, message: string, data?: object) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

const HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store" };

export function resultAnswer(id: Id, result: object): Answer {
  return { status: 200, body: JSON.stringify({ jsonrpc: "2.0", id, result }), headers: HEADERS };
}

/**
 * @param id of the request, if it is known
 * @param headers specific to this answer
 */
export function errorAnswer(
  { status, code, message, data }: RpcError,
  id?: Id,
  headers: Answer["headers"] = {},
): Answer {
  const body = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
  return { status, body, headers: { ...HEADERS, ...headers } };
}

/** @throws RpcError if the body is too large, or is not JSON in UTF-8 */
export async function readJson(body: ReadableStream<Uint8Array> | null): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // To cancel it could end the connection: what is left is for the host to read.
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new RpcError(413, CODES.invalidRequest, TOO_LARGE);
      chunks.push(chunk);
    }
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("");
    return JSON.parse(text + decoder.decode());
  } catch (error) {
    if (error instanceof RpcError) throw error;
    // Or its client has left halfway.
    throw new RpcError(400, CODES.parseError, "The body is not JSON in UTF-8.");
  }
}

const TOO_LARGE = `A message must not be larger than ${MAX_BYTES / 1024} kB.`;

/** The `id` of a message, even if the rest of it is not valid. */
export function idOf(value: unknown): Id | undefined {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === "string" || Number.isInteger(id) ? (id as Id) : undefined;
}

/** @throws RpcError if a value is not a request or a notification */
export function toMessage(value: unknown): Message {
  if (Array.isArray(value)) throw invalid("A request has one message, not a batch.");
  if (!isObject(value) || value.jsonrpc !== "2.0")
    throw invalid("This is not a JSON-RPC 2.0 message.");
  const { method, params = {} } = value;
  const id = idOf(value);
  if (typeof method !== "string") throw invalid("`method` must be a string.");
  if (id !== value.id) throw invalid("`id` must be a string or an integer.");
  if (!isObject(params))
    throw new RpcError(400, CODES.invalidParams, "`params` must be an object.");
  return { id, method, params };
}

function invalid(message: string): RpcError {
  return new RpcError(400, CODES.invalidRequest, message);
}

export function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
