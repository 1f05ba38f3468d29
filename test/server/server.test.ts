import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { compressed } from "../../server/compress.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../server/server.ts";
import { startServerThread } from "../../server/thread.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { replaceInFs } from "../build/faulty-disk.ts";
import { builtVault, note, type Vault, vault } from "../build/vault.ts";
import { HttpConnection, type WireReply } from "../edge/http-connection.ts";

// What only the server on Node does. That it keeps the contract is shown by the tests of the project `on Node`.

const VARIABLES = { RATE_LIMIT_REQUESTS: 10_000 };
/** More than is read at once, and than fits into the buffers of a connection. */
const LONG = "A line of text that is not like the others.\n\n".repeat(200_000);

async function serve(
  { outDir }: Pick<Vault, "outDir">,
  options: Partial<ServerOptions> = {},
  start: (options: ServerOptions) => Promise<RunningServer> = startServer,
) {
  const server = await start({
    folder: outDir,
    host: "127.0.0.1",
    port: 0,
    variables: VARIABLES,
    version: "test",
    ...options,
  });
  onTestFinished(server.close);
  const port = Number(new URL(server.origin).port);
  const ask = async (target: string, fields: string[] = [], method = "GET"): Promise<WireReply> => {
    const connection = await HttpConnection.open(port);
    const lines = [`${method} ${target} HTTP/1.1`, "Host: localhost", ...fields];
    return connection.send(`${lines.join("\r\n")}\r\n\r\n`).finally(() => connection.close());
  };
  return { server, port, ask };
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

const field = ({ head }: WireReply, name: string) =>
  new RegExp(`\r\n${name}: *(.*)\r\n`, "i").exec(head)?.[1];

const tagOf = (body: Uint8Array) =>
  `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;

test("while builds replace files and folders, every answer is one whole file of one build, and a search names only notes that are there", async () => {
  const notes = { "a.md": note("Alpha"), "b.md": note("Beta") };
  const made = vault(notes);
  const builder = await made.started();
  const { ask } = await serve(made, {}, startServerThread);
  let isBuilding = true;
  const faults: string[] = [];
  const asking = Promise.all(
    ["/api/v1/notes/a.json", "/api/v1/notes.json", "/api/v1/search.json?q=gamma"].map(
      async (target) => {
        while (isBuilding) {
          const reply = await ask(target);
          if (reply.status !== 200) faults.push(`${target}: ${reply.status}`);
          const body = JSON.parse(reply.body.toString());
          if (target.includes("search")) {
            for (const { route } of (body as SearchResponse).results) {
              const found = await ask(`/api/v1/notes${route}.json`);
              if (found.status !== 200) faults.push(`${route}: ${found.status}`);
            }
          } else if (field(reply, "ETag") !== tagOf(reply.body)) faults.push(`${target}: tag`);
        }
      },
    ),
  );
  for (let i = 0; i < 6; i++) {
    made.write("a.md", note("Alpha", `Text ${i}.\n`));
    await builder.run(undefined, new Set(["a.md"]));
    made.write(`gamma-${i}.md`, note(`Gamma ${i}`));
    // File by file, or the whole folder.
    await builder.run(undefined, i % 2 === 0 ? new Set([`gamma-${i}.md`]) : undefined);
    const { body } = await ask("/api/v1/notes/a.json");
    expect(body.toString()).toContain(`Text ${i}.`);
    expect((await ask(`/api/v1/search.json?q=gamma+${i}`)).body.toString()).toContain(
      `/gamma-${i}"`,
    );
  }
  isBuilding = false;
  await asking;
  expect(faults).toEqual([]);
});

test("a request that comes while a build has moved the old folder away waits for the new one", async () => {
  const made = await builtVault({ "a.md": note("A") });
  const { ask } = await serve(made);
  renameSync(made.outDir, `${made.outDir}.old`);
  const waiting = ask("/api/v1/notes/a.json");
  // Answered without a file, so the other request has come by then.
  expect((await ask("/%ZZ")).status).toBe(400);
  renameSync(`${made.outDir}.old`, made.outDir);
  expect((await waiting).status).toBe(200);
});

test("a request waits for the folder, too, if it is back before the server looks where it is", async () => {
  const made = await builtVault({ "a.md": note("A") });
  const { ask } = await serve(made);
  renameSync(made.outDir, `${made.outDir}.old`);
  const repair = replaceInFs("statSync", (stat) => (...args: Parameters<typeof stat>) => {
    const stats = stat(...args);
    if (String(args[0]).endsWith("a.json")) {
      repair();
      renameSync(`${made.outDir}.old`, made.outDir);
    }
    return stats;
  });
  expect((await ask("/api/v1/notes/a.json")).status).toBe(200);
});

describe("a file is kept as it was read", () => {
  /** Serves parts of some bytes, and writes into one as no build does, so that only reading it again shows it. */
  async function serveParts(lengths: readonly number[]) {
    const made = await builtVault({ "a.md": note("A") });
    const pathOf = (part: number) => join(made.outDir, `api/v1/parts/${part}.json`);
    for (const [part, length] of lengths.entries()) {
      writeFileSync(pathOf(part), `"${"a".repeat(length - 2)}"`);
      utimesSync(pathOf(part), 1, 1);
    }
    const { ask } = await serve(made);
    return {
      firstOf: async (part: number, fields: string[] = []) => {
        const reply = await ask(`/api/v1/parts/${part}.json`, fields);
        const bytes =
          field(reply, "Content-Encoding") === "br" ? brotliDecompressSync(reply.body) : reply.body;
        return String.fromCharCode(bytes[1]!);
      },
      writeInto: (part: number) => {
        const file = openSync(pathOf(part), "r+");
        writeSync(file, "b", 1);
        closeSync(file);
        utimesSync(pathOf(part), 1, 1);
      },
      replace: (part: number) => {
        writeFileSync(`${pathOf(part)}.new`, `"${"b".repeat(lengths[part]! - 2)}"`);
        renameSync(`${pathOf(part)}.new`, pathOf(part));
        // As within one tick of the clock, the file has the size and the time of the one before.
        utimesSync(pathOf(part), 1, 1);
      },
    };
  }

  const MIB = 2 ** 20;
  const BROTLI = ["Accept-Encoding: br"];

  test.each<[what: string, fields: string[]]>([
    ["as it is", []],
    ["compressed", BROTLI],
  ])("%s, until a build replaces it", async (_, fields) => {
    const { firstOf, writeInto, replace } = await serveParts([2000]);
    expect(await firstOf(0, fields)).toBe("a");
    writeInto(0);
    expect(await firstOf(0, fields)).toBe("a");
    replace(0);
    expect(await firstOf(0, fields)).toBe("b");
  });

  test("unless there is no room: those used last are", async () => {
    const { firstOf, writeInto } = await serveParts([7 * MIB, 7 * MIB, 7 * MIB]);
    for (const part of [0, 1, 0, 2]) await firstOf(part);
    for (const part of [0, 1, 2]) writeInto(part);
    expect([await firstOf(0), await firstOf(2), await firstOf(1)]).toEqual(["a", "a", "b"]);
  });

  test("unless it is large", async () => {
    const { firstOf, writeInto } = await serveParts([8 * MIB, 8 * MIB + 1]);
    for (const part of [0, 1]) await firstOf(part);
    for (const part of [0, 1]) writeInto(part);
    expect([await firstOf(0), await firstOf(1)]).toEqual(["a", "b"]);
  });

  test("and its compressed form is made once", async () => {
    const body = Buffer.from(LONG.slice(0, 5000));
    const accepted = (encoding: string) => new Headers({ "Accept-Encoding": encoding });
    const answer = { status: 200, headers: { ETag: '"1"' }, body };
    const bodyFor = async (encoding: string) => (await compressed(answer, accepted(encoding))).body;
    const [first, second] = [await bodyFor("br"), await bodyFor("br")];
    expect(second).toBe(first);
    expect(await bodyFor("gzip")).not.toBe(first);
    // A small buffer of Node shares its memory with others.
    expect((first as Uint8Array).buffer.byteLength).toBe((first as Uint8Array).length);
  });
});

test("a note that a build leaves out is no longer served", async () => {
  const made = await builtVault({ "a.md": note("A"), "b.md": note("B") });
  const { ask } = await serve(made);
  for (const fields of [[], ["Accept-Encoding: br"]]) {
    expect((await ask("/api/v1/notes/b.json", fields)).status).toBe(200);
  }
  made.write("b.md", note("B", "Text.\n", "draft: true\n"));
  await made.build();
  expect((await ask("/api/v1/notes/b.json")).status).toBe(404);
});

test("an answer is compressed as the client prefers, and has a weak tag then, as its 304 has", async () => {
  const made = await builtVault({
    // Streamed.
    "huge.md": note("Huge", LONG),
    "long.md": note("Long", LONG.slice(0, 1_000_000)),
    "short.md": note("Short", LONG.slice(0, 2000)),
    "tiny.md": note("Tiny"),
  });
  const { ask } = await serve(made);
  const rows: [accepted: string, encoding: keyof typeof DECODERS | undefined][] = [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["", undefined],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["*", "br"],
    ["gzip;q=0, *", "br"],
    ["GZIP ; q=1", "gzip"],
    ["identity, gzip;q=0.5", undefined],
    ["identity, gzip", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["deflate", undefined],
  ];
  const asks = rows.flatMap(([accepted, encoding], i) => [
    ...(i < 3 ? [["huge", accepted, encoding] as const] : []),
    ["long", accepted, encoding] as const,
    ["short", accepted, encoding] as const,
    ["tiny", accepted, undefined] as const,
  ]);
  for (const [name, accepted, encoding] of asks) {
    const bytes = Buffer.from(made.read(`api/v1/notes/${name}.json`));
    const send = (fields: string[] = [], method = "GET") =>
      ask(`/api/v1/notes/${name}.json`, [`Accept-Encoding: ${accepted}`, ...fields], method);
    const reply = await send();
    expect([name, accepted, field(reply, "Content-Encoding")]).toEqual([name, accepted, encoding]);
    expect(field(reply, "Vary")).toBe("Accept-Encoding");
    const plain = encoding === undefined ? reply.body : DECODERS[encoding](reply.body);
    expect(plain.equals(bytes)).toBe(true);
    const etag = field(reply, "ETag") ?? "";
    expect(etag).toBe(`${encoding === undefined ? "" : "W/"}${tagOf(bytes)}`);
    if (encoding === undefined) expect(field(reply, "Content-Length")).toBe(String(bytes.length));
    const head = await send([], "HEAD");
    expect([field(head, "ETag"), field(head, "Content-Encoding")]).toEqual([etag, encoding]);
    for (const list of [etag, tagOf(bytes), "*"]) {
      const copy = await send([`If-None-Match: ${list}`]);
      expect([copy.status, copy.body.length, field(copy, "ETag")]).toEqual([304, 0, etag]);
      expect([field(copy, "Vary"), field(copy, "Content-Length")]).toEqual([
        "Accept-Encoding",
        undefined,
      ]);
    }
  }
});

test.each([
  [1023, undefined],
  [1024, "br"],
])("a body of %i bytes is sent as %s", async (length, encoding) => {
  const headers = { ETag: '"1"', "Content-Length": String(length) };
  const asked = new Headers({ "Accept-Encoding": "br" });
  const answer = await compressed({ status: 200, headers, body: Buffer.alloc(length) }, asked);
  const current = await compressed({ status: 304, headers, body: null }, asked);
  expect(answer.headers["Content-Encoding"]).toBe(encoding);
  expect(current.headers.ETag).toBe(answer.headers.ETag);
});

test("a search's 304 has the tag of the client's copy", async () => {
  const made = vault({ "a.md": note("Alpha"), "b.md": note("Beta") });
  const notes = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`n${i}.md`, note("Many")]),
  );
  for (const [file, text] of Object.entries(notes)) made.write(file, text);
  await made.build();
  const { ask } = await serve(made);
  const rows: [query: string, accepted: string, weak: string][] = [
    ["many", "gzip", "W/"],
    ["many", "identity", ""],
    ["alpha", "gzip", ""],
  ];
  for (const [query, accepted, weak] of rows) {
    const send = (...fields: string[]) =>
      ask(`/api/v1/search.json?q=${query}`, [`Accept-Encoding: ${accepted}`, ...fields]);
    const etag = field(await send(), "ETag") ?? "";
    const copy = await send(`If-None-Match: ${etag}`);
    expect([etag.startsWith("W/"), copy.status, field(copy, "ETag")]).toEqual([
      weak !== "",
      304,
      etag,
    ]);
  }
});

test("the address of a client is the socket's, whatever it says", async () => {
  const made = await builtVault({ "a.md": note("A") });
  const { ask } = await serve(made);
  for (let left = 9999; left > 9990; left--) {
    const address = `203.0.113.${left - 9990}`;
    const reply = await ask("/api/v1/notes.json", [
      `CF-Connecting-IP: ${address}`,
      `X-Forwarded-For: ${address}`,
    ]);
    expect(field(reply, "X-RateLimit-Remaining")).toBe(String(left));
  }
});

test.each([
  [
    "headers of 16 KiB and more",
    431,
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(16_400)}\r\n\r\n`,
  ],
  ["what is not HTTP", 400, "GET no-path HTTP/1.1\r\nHost: a\r\n\r\n"],
  [
    "what it cannot expect",
    417,
    "GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n",
  ],
])("Node refuses %s with %i", async (_, status, bytes) => {
  const { port } = await serve(vault({}));
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  socket.write(bytes);
  expect((await socket.toArray()).join("")).toMatch(`HTTP/1.1 ${status} `);
});

test("a client that ends its side after its request gets the answer", async () => {
  const made = await builtVault({ "long.md": note("Long", LONG) });
  const { port } = await serve(made);
  for (const target of ["/api/v1/notes.json", "/api/v1/notes/long.json"]) {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const reply = (await socket.toArray()).join("");
    expect(reply).toMatch("HTTP/1.1 200 ");
    expect(Buffer.from(reply.split("\r\n\r\n")[1]!, "latin1").toString()).toBe(
      made.read(target.slice(1)),
    );
  }
});

test("a connection goes on after a message that is too large to be read", async () => {
  const made = await builtVault({ "a.md": note("A") });
  const { port } = await serve(made);
  const connection = await HttpConnection.open(port);
  onTestFinished(() => connection.close());
  const tooLarge = `Content-Length: ${LONG.length}\r\n\r\n${LONG}`;
  const replies = await connection.sendAll([
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${tooLarge}`,
    "GET /api/v1/notes.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
  ]);
  expect(replies.map(({ status }) => status)).toEqual([413, 200]);
});

test.each([
  ["http://elsewhere.example/api/v1/notes.json?page=2", 200],
  ["http://elsewhere.example//api/v1/notes.json", 404],
  ["http://elsewhere.example/api\\v1\\notes.json", 404],
  ["http://elsewhere.example/%ZZ", 400],
  ["http://elsewhere.example", 404],
  ["/api/v1/notes.json#notes", 200],
  ["*", 404],
])("a target is read as its path and query: %s is %i", async (target, status) => {
  const made = await builtVault({ "a.md": note("A") });
  expect((await (await serve(made)).ask(target)).status).toBe(status);
});

test("only what the build wrote as a note is served as one, whatever else is beside it", async () => {
  const made = await builtVault({ "a.md": note("A") });
  writeFileSync(join(made.outDir, "api/v1/notes/b.json"), "{}");
  mkdirSync(join(made.outDir, "api/v1/parts/2.json"));
  const { ask } = await serve(made);
  expect((await ask("/api/v1/notes/b.json")).status).toBe(404);
  expect((await ask("/api/v1/parts/2.json")).status).toBe(404);
});

test("the server ends once in-flight responses are complete", async () => {
  const made = await builtVault({ "long.md": note("Long", LONG) });
  const { server, port, ask } = await serve(made);
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  const slow = connect(port, "127.0.0.1");
  slow.write("GET /api/v1/notes/long.json HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(slow, "readable");
  const closed = server.close();
  await once(idle.resume(), "close");
  await expect(ask("/api/v1/notes.json")).rejects.toThrow(/ECONNREFUSED/);
  let received = 0;
  for await (const chunk of slow) received += chunk.length;
  expect(received).toBeGreaterThan(made.read("api/v1/notes/long.json").length);
  await closed;
});
