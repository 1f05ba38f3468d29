import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { HttpConnection } from "./http-connection.ts";

/** A server that writes these bytes, in these pieces, to whoever connects and sends something. */
async function serve(pieces: readonly string[]): Promise<HttpConnection> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.once("data", async () => {
      for (const piece of pieces)
        await new Promise<void>((sent) => socket.write(piece, () => sent()));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const connection = await HttpConnection.open((server.address() as AddressInfo).port);
  onTestFinished(() => {
    connection.close();
    server.close();
  });
  return connection;
}

const RESPONSES: readonly [request: string, response: string, status: number, body: string][] = [
  ["GET /a", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello"],
  ["GET /b", 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', 304, ""],
  ["HEAD /c", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", 200, ""],
  ["GET /d", "HTTP/1.1 404 Not Found\r\ncontent-length:0\r\n\r\n", 404, ""],
  [
    "GET /e",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe\r\no\r\nA\r\n0123456789\r\n0\r\n\r\n",
    200,
    "he\r\no0123456789",
  ],
];

test("reads the responses to requests sent at once, wherever they are cut", async () => {
  const bytes = RESPONSES.map(([, response]) => response).join("");
  const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const ends = [...places.toSorted((a, b) => a - b), bytes.length];
      const pieces = ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end)).filter(Boolean);
      const connection = await serve(pieces);
      const replies = await connection.sendAll(RESPONSES.map(([request]) => request));
      expect(replies.map((reply) => [reply.status, String(reply.body)])).toEqual(
        RESPONSES.map(([, , status, body]) => [status, body]),
      );
    }),
    { numRuns: 50 },
  );
});

test("a connection that closes fails what is not answered", async () => {
  const connection = await serve(["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"]);
  const reply = connection.send("GET /a");
  connection.close();
  await expect(reply).rejects.toThrow("closed");
  expect(connection.isOpen).toBe(false);
  await expect(connection.send("GET /a")).rejects.toThrow("closed");
});
