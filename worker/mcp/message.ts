/** Maximum size of a message in bytes. */
export const MAX_BYTES = 64 * 1024;

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
  readonly params: unknown;
}

/** A JSON-RPC error, thrown to become the answer. */
export class RpcError extends Error {
  /** The HTTP status, unless a client of 2025 sent a request: it gets 200. */
  readonly status: number;
  readonly code: number;
  readonly data: object | undefined;

  /** @param code one of `CODES` */
  constructor(status: number, code: number, message: string, data?: object) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/** A response as JSON. */
export function resultText(id: Id, result: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}

/**
 * The same for an error.
 *
 * @param id of the request. If it is not known, the error has none, as the protocol says: JSON-RPC itself demands
 *   `null`, with which clients made with the official SDK would refuse the whole message.
 */
export function errorText({ code, message, data }: RpcError, id?: Id): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
}

/** @throws RpcError if there are too many bytes, or they are not JSON in UTF-8 */
export function parseMessage(chunks: readonly Uint8Array[]): unknown {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_BYTES) {
    const text = `A message must not be larger than ${MAX_BYTES / 1024} kB.`;
    throw new RpcError(413, CODES.invalidRequest, text);
  }
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("");
    return JSON.parse(text + decoder.decode());
  } catch {
    throw new RpcError(400, CODES.parseError, "The message is not JSON in UTF-8.");
  }
}

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
  return { id, method, params };
}

function invalid(message: string): RpcError {
  return new RpcError(400, CODES.invalidRequest, message);
}

export function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
