import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { readWeights } from "../worker/http/weights.ts";
import type { Answer } from "../worker/response.ts";

/** Smaller bodies fit a packet or two as they are. */
const MIN_BYTES = 1024;
/** The default, 11, takes a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const [brotliWhole, gzipWhole] = [promisify(brotliCompress), promisify(gzip)];
const ENCODINGS = {
  br: {
    whole: (body: string | Uint8Array) => brotliWhole(body, BROTLI),
    stream: () => createBrotliCompress(BROTLI),
  },
  gzip: { whole: (body: string | Uint8Array) => gzipWhole(body), stream: () => createGzip() },
};
type Encoding = keyof typeof ENCODINGS;

/** Compressed forms of bodies, for as long as the bodies are kept elsewhere. */
const forms = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<Uint8Array>>>>();

/**
 * An answer with its body compressed as the client prefers, if that is worthwhile. Its entity tag is then weak, and so
 * is that of a 304 in place of such an answer.
 *
 * @param asked the headers of the request
 */
export async function compressed(
  { status, headers, body }: Answer,
  asked: Request["headers"],
): Promise<Answer> {
  const { Vary: vary } = headers;
  const varying = { ...headers, Vary: `${vary === undefined ? "" : `${vary}, `}Accept-Encoding` };
  const encoding = preferred(asked.get("Accept-Encoding"));
  const { "Content-Length": length, ETag: etag, ...others } = varying as Record<string, string>;
  const weak = `W/${etag}`;
  if (status === 304) {
    // Only a client to which such an answer was compressed has its weak tag.
    const isLong = length
      ? Number(length) >= MIN_BYTES
      : asked.get("If-None-Match")?.includes(weak);
    return { status, headers: { ...others, ETag: encoding && isLong ? weak : etag! }, body };
  }
  if (encoding === undefined || !isLarge(body)) return { status, headers: varying, body };
  return {
    status,
    headers: { ...others, ...(etag && { ETag: weak }), "Content-Encoding": encoding },
    body: await compress(body, encoding),
  };
}

function compress(
  body: string | Uint8Array | Readable,
  encoding: Encoding,
): Promise<Uint8Array> | Readable {
  const { whole, stream } = ENCODINGS[encoding];
  // Errors reach the reader of the stream through the stream itself.
  if (body instanceof Readable) return pipeline(body, stream(), () => {});
  if (typeof body === "string") return whole(body);
  const own = forms.get(body) ?? {};
  forms.set(body, own);
  // A copy, because the result may share the memory of a larger buffer.
  own[encoding] ??= whole(body).then((bytes) => new Uint8Array(bytes));
  return own[encoding];
}

function isLarge(body: Answer["body"]): body is string | Uint8Array | Readable {
  if (typeof body === "string" || body instanceof Uint8Array) return body.length >= MIN_BYTES;
  return body instanceof Readable;
}

/** The encoding that a client likes best (RFC 9110, section 12.5.3); of several, the one that compresses most. */
function preferred(accepted: string | null): Encoding | undefined {
  if (accepted === null) return undefined;
  const weights = readWeights(accepted);
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const least = weights.get("identity") ?? 0;
  const [best] = (Object.keys(ENCODINGS) as Encoding[])
    .filter((name) => weightOf(name) > 0 && weightOf(name) >= least)
    .sort((a, b) => weightOf(b) - weightOf(a));
  return best;
}
