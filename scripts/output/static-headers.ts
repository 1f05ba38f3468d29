import { API_BASE } from "../../worker/contract/addresses.ts";
import { SUCCESS_HEADERS } from "../../worker/contract/success-headers.ts";

/**
 * The text of `_headers`, which Cloudflare Pages and Netlify read where they serve the output without
 * the Worker: an address pattern, and under it the headers of what it matches. With the Worker, the
 * platform applies it to the asset store alone; every response has the Worker's own headers.
 */
export function staticHeaders(): string {
  const headers = { ...SUCCESS_HEADERS, "Access-Control-Expose-Headers": "ETag" };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${API_BASE}/*\n${lines.join("")}`;
}
