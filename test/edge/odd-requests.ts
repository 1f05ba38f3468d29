import fc from "fast-check";

const hexDigit = fc.constantFrom(..."0123456789abcdefABCDEF");
const piece = fc.oneof(
  fc.constantFrom("api", "v1", "v2", "notes", "notes.json", "search.json", "openapi.json", "terms"),
  fc.constantFrom("languages", "c%2B%2B", "c++", "python", ".json", "tree", "data-structures"),
  fc.constantFrom("..", ".", "%2e%2E", "", "%2F", "%2f..%2F", "%5C", "%00", "%0d%0a", "%ZZ", "%FF"),
  fc.constantFrom("__proto__", "constructor", ":route+", "*", "$&", "(a+)+$", "<script>", "%C3"),
  fc.tuple(hexDigit, hexDigit).map(([a, b]) => `%${a}${b}`),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 8 }).map(encodeURIComponent),
);
const segment = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(""));
const slash = fc.constantFrom("/", "/", "%2F", "//");
const path = fc.oneof(
  fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join("/")}`),
  fc
    .tuple(fc.array(segment, { maxLength: 4 }), slash)
    .map(([segments, between]) => `/api/v1/notes/${segments.join(between)}.json`),
  fc.constantFrom("/api/v1/notes.json", "/api/v1/search.json", "/api/v1/digests.json", "/"),
  piece.map((text) => `/api/v1/notes/languages/${text.repeat(60)}.json`),
);

const word = fc.oneof(
  fc.constantFrom("hash", "tabel", "c++", "c%23", ".NET", "O(n+log+n)", "node.js", "%E6%9C%A8"),
  fc.constantFrom("%22hash", "-tree", "tag:trees", "tag:", "-", "%22%22"),
  fc.string({ unit: "binary", maxLength: 12 }).map(formEncoded),
  fc.string({ unit: "grapheme", maxLength: 12 }).map(formEncoded),
  fc.constantFrom("%ZZ", "%", "%F0%9F", "%ED%A0%80", "%00", "%EF%BF%BF", "%E2%80%8D", "\u{1f333}"),
  fc.tuple(piece, fc.integer({ min: 1, max: 300 })).map(([text, times]) => text.repeat(times)),
);
const parameter = fc.oneof(
  { weight: 4, arbitrary: fc.array(word, { maxLength: 6 }).map((words) => `q=${words.join("+")}`) },
  { weight: 1, arbitrary: fc.tuple(piece, word).map(([name, value]) => `${name}=${value}`) },
  { weight: 1, arbitrary: fc.constantFrom("q", "q=", "=", "&", "%71=hash", "q[]=a", "Q=a") },
);
const query = fc.array(parameter, { maxLength: 3 }).map((list) => list.join("&"));
const target = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(path, query).map(([p, q]) => (q === "" ? p : `${p}?${q}`)) },
  { weight: 1, arbitrary: query.map((q) => `/api/v1/search.json?${q}`) },
);

const headerName = fc.constantFrom(
  ...["If-None-Match", "If-Match", "If-Modified-Since", "If-Range", "Range", "Accept", "Origin"],
  ...["Accept-Encoding", "Access-Control-Request-Method", "Access-Control-Request-Headers"],
  ...["X-HTTP-Method-Override", "X-Forwarded-For", "X-Forwarded-Host", "X-Original-URL"],
  ...["CF-Connecting-IP", "Cookie", "Authorization", "Content-Type"],
);
const headerValue = fc.oneof(
  fc.constantFrom("*", '"a"', 'W/"a", "b"', '"', ",,,", "-1", "bytes=0-10", "gzip;q=0"),
  fc.constantFrom("http://evil", "null", '"\u00e9\u00ff"'),
  fc.string({ unit: "grapheme-ascii", maxLength: 200 }),
);
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant("GET") },
  { weight: 2, arbitrary: fc.constantFrom("HEAD", "OPTIONS") },
  { weight: 1, arbitrary: fc.constantFrom("POST", "PUT", "DELETE", "PATCH", "PROPFIND", "PURGE") },
);

/** Requests of every kind, sensible or not: the bytes without the client's address, as Latin-1. */
export const oddRequest = fc
  .tuple(method, target, fc.dictionary(headerName, headerValue, { maxKeys: 4 }))
  .map(([verb, asked, headers]) => {
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    // As UTF-8, without characters that the runtime's HTTP parser refuses before the Worker runs.
    const sendable = Buffer.from(asked.replace(/[\0-\x20\x7f#"<>`]/g, ""), "utf8");
    return `${verb} ${sendable.toString("latin1")} HTTP/1.1\r\nHost: localhost\r\n${fields.join("")}`;
  });

/** Such requests as Node's HTTP parser takes: ASCII in the request line, and at most 16 KiB with the client's address. */
export const oddRequestForNode = oddRequest
  .map((text) => {
    const end = text.indexOf("\r\n");
    const encoded = (byte: string) => `%${byte.charCodeAt(0).toString(16)}`;
    return text.slice(0, end).replace(/[\x80-\xff]/g, encoded) + text.slice(end);
  })
  .filter((text) => text.length < 16_000);

function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
