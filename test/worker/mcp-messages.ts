import type { Reply } from "./api-description.ts";
import type { RequestOptions, Service } from "./service.ts";

export const REVISION = "2026-07-28";
const META = "io.modelcontextprotocol";

/** What a tool answers, of both tools. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Structure;
  readonly isError?: boolean;
}

export interface Structure {
  readonly results: readonly { id: string; title: string; url: string; text: string }[];
  readonly more?: number;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How a message is sent: `at` is the path, by default `/mcp`. */
type Sending = RequestOptions & { at?: string };

/** Sends the text of a message. */
export function post(
  service: Service,
  body: string | Uint8Array,
  { at = "/mcp", ...options }: Sending = {},
): Promise<Reply> {
  return service.fetch(at, { method: "POST", body, ...options });
}

/** A request of a client of 2025, which says nothing of itself after `initialize`. */
export function older(method: string, params?: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** A request of the revision of 2026, and its headers. */
export function newer(method: string, params: Readonly<Record<string, unknown>> = {}) {
  const _meta = {
    [`${META}/protocolVersion`]: REVISION,
    [`${META}/clientInfo`]: { name: "test", version: "1" },
    [`${META}/clientCapabilities`]: {},
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta, ...params } });
  const headers = {
    "MCP-Protocol-Version": REVISION,
    "Mcp-Method": method,
    ...(typeof params.name === "string" && { "Mcp-Name": params.name }),
  };
  return { body, headers, _meta };
}

/** Sends a request of the revision of 2026. @param headers others than its own */
export function ask(
  service: Service,
  method: string,
  params?: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const { body, headers: own } = newer(method, params);
  return post(service, body, { headers: { ...own, ...headers } });
}

/** Calls a tool as a client of 2025 does. */
export async function callTool(service: Service, name: string, args: object, options?: Sending) {
  const reply = await post(service, older("tools/call", { name, arguments: args }), options);
  return (JSON.parse(reply.body) as { result: ToolAnswer }).result;
}
