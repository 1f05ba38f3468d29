import { pipeline, Readable } from "node:stream";
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzipSync,
} from "node:zlib";
import type { Answer } from "../worker/response.ts";

/** Smaller bodies fit a packet or two as they are. */
const MIN_BYTES = 1024;
/** The default, 11, takes a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const ENCODINGS = {
  br: {
    whole: (body: string | Uint8Array) => brotliCompressSync(body, BROTLI),
    stream: () => createBrotliCompress(BROTLI),
  },
  gzip: { whole: (body: string | Uint8Array) => gzipSync(body), stream: () => createGzip() },
};
type Encoding = keyof typeof ENCODINGS;

/**
 * An answer with its body compressed as the client prefers, if that is worthwhile. Its entity tag is then weak.
 *
 * @param accepted value of `Accept-Encoding`; `null` if there is none
 */
export function compressed({ status, headers, body }: Answer, accepted: string | null): Answer {
  const { Vary: vary } = headers;
  const varying = { ...headers, Vary: `${vary === undefined ? "" : `${vary}, `}Accept-Encoding` };
  const encoding = preferred(accepted);
  if (encoding === undefined || !isLarge(body)) return { status, headers: varying, body };
  const { "Content-Length": _, ETag: etag, ...others } = varying as Record<string, string>;
  return {
    status,
    headers: { ...others, ...(etag && { ETag: `W/${etag}` }), "Content-Encoding": encoding },
    body: compress(body, encoding),
  };
}

function compress(body: string | Uint8Array | Readable, encoding: Encoding): Uint8Array | Readable {
  const { whole, stream } = ENCODINGS[encoding];
  // Whoever reads the stream is told of errors by the stream itself.
  return body instanceof Readable ? pipeline(body, stream(), () => {}) : whole(body);
}

function isLarge(body: Answer["body"]): body is string | Uint8Array | Readable {
  if (typeof body === "string" || body instanceof Uint8Array) return body.length >= MIN_BYTES;
  return body instanceof Readable;
}

/** The encoding that a client likes best (RFC 9110, section 12.5.3); of several, the one that compresses most. */
function preferred(accepted: string | null): Encoding | undefined {
  if (accepted === null) return undefined;
  const weights = new Map(
    accepted.split(",").map((item): [string, number] => {
      const [name = "", weight] = item.split(/;\s*q=/i);
      return [name.trim().toLowerCase(), Number(weight ?? 1)];
    }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const least = weights.get("identity") ?? 0;
  const [best] = (Object.keys(ENCODINGS) as Encoding[])
    .filter((name) => weightOf(name) > 0 && weightOf(name) >= least)
    .sort((a, b) => weightOf(b) - weightOf(a));
  return best;
}
