import fc from "fast-check";
import { expect, test } from "vitest";
import { ResponseScanner } from "./response-scanner.ts";

interface Sent {
  readonly status: number;
  readonly body: string;
  readonly isWanted: boolean;
}

const sent = fc.record<Sent>({
  status: fc.constantFrom(200, 304, 404, 429),
  // Heads in bodies are bodies.
  body: fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constant("\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\n"),
  ),
  isWanted: fc.boolean(),
});

const isEmpty = ({ status }: Sent) => status === 304;

function wire(response: Sent): string {
  const { status, body } = response;
  const length = isEmpty(response) ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `HTTP/1.1 ${status} So\r\n${length}ETag: "a"\r\n\r\n${isEmpty(response) ? "" : body}`;
}

test("finds every response, wherever the bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(sent), fc.array(fc.nat()), (responses, places) => {
      const bytes = Buffer.from(responses.map(wire).join(""));
      const cuts = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
      const found: unknown[] = [];
      const scanner = new ResponseScanner({
        head: (status, length) => {
          found.push([status, length]);
          return responses[(found.length - 1) / 2]!.isWanted;
        },
        end: (body) => found.push(body?.toString()),
      });
      const buffer = Buffer.alloc(bytes.length);
      [...cuts, bytes.length].forEach((end, i) => {
        const length = bytes.copy(buffer, 0, cuts[i - 1] ?? 0, end);
        scanner.scan(buffer.subarray(0, length));
        buffer.fill(0);
      });
      const expected = responses.flatMap((response) => {
        const body = isEmpty(response) ? "" : response.body;
        const { status, isWanted } = response;
        return [[status, Buffer.byteLength(body)], isWanted ? body : undefined];
      });
      expect(found).toEqual(expected);
    }),
  );
});

test("a response that does not tell its length is refused", () => {
  const scanner = new ResponseScanner({ head: () => false, end: () => {} });
  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  expect(() => scanner.scan(Buffer.from(chunked))).toThrow("length");
});
