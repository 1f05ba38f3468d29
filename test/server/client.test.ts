import type { IncomingMessage } from "node:http";
import { NodeRequest } from "srvx/node";
import { expect, test } from "vitest";
import { clientReader } from "../../server/client-address.ts";

/** Reads the clients of requests from a socket, with the options of the command line. */
function readerOf(socket: string, trusted: string[], name = "X-Real-IP") {
  const reports: string[] = [];
  const options = { clientHeader: name, trustedProxies: trusted };
  const read = clientReader(options, (message) => reports.push(message));
  return { reports, read: (header: string | undefined) => read(requestFrom(socket, header)) };
}

function requestFrom(socket: string, header: string | undefined) {
  const rawHeaders = [
    ...["CF-Connecting-IP", "192.0.2.66", "X-Forwarded-For", "192.0.2.77"],
    ...(header === undefined ? [] : ["X-Real-IP", header]),
  ];
  const headers = Object.fromEntries(
    rawHeaders.flatMap((field, i) =>
      i % 2 === 0 ? [[field.toLowerCase(), rawHeaders[i + 1]]] : [],
    ),
  );
  const req = {
    socket: { remoteAddress: socket },
    rawHeaders,
    headers,
  } as unknown as IncomingMessage;
  return new NodeRequest({ req });
}

function clientOf(...[socket, header, trusted, name]: [...Row, name?: string]) {
  return readerOf(socket, trusted, name).read(header);
}

type Row = [socket: string, header: string | undefined, trusted: string[]];

test.each<[why: string, ...Row, client: string]>([
  ["a proxy that is trusted", "10.0.0.1", "203.0.113.7", ["10.0.0.1"], "203.0.113.7"],
  ["a proxy in a trusted network", "10.9.9.9", "203.0.113.7", ["10.0.0.0/8"], "203.0.113.7"],
  ["one that is not trusted", "11.0.0.1", "203.0.113.7", ["10.0.0.0/8"], "11.0.0.1"],
  ["nobody that is trusted", "10.0.0.1", "203.0.113.7", [], "10.0.0.1"],
  [
    "a list: the last that is not trusted",
    "10.0.0.1",
    "1.1.1.1, 203.0.113.7 ,10.0.0.2",
    ["10.0.0.0/8"],
    "203.0.113.7",
  ],
  [
    "a list of trusted ones: the first",
    "10.0.0.1",
    "10.0.0.3, 10.0.0.2",
    ["10.0.0.0/8"],
    "10.0.0.3",
  ],
  [
    "what a client made up, before the proxy's",
    "10.0.0.1",
    "x, 203.0.113.7",
    ["10.0.0.1"],
    "203.0.113.7",
  ],
  ["an invalid address", "10.0.0.1", "203.0.113.7, unknown", ["10.0.0.1"], "10.0.0.1"],
  ["an address with a port", "10.0.0.1", "203.0.113.7:80", ["10.0.0.1"], "203.0.113.7"],
  ["an IPv6 address with a port", "10.0.0.1", "[2001:db8::1]:443", ["10.0.0.1"], "2001:db8::1"],
  ["an IPv6 address in brackets", "10.0.0.1", "[2001:db8::1]", ["10.0.0.1"], "2001:db8::1"],
  [
    "an IPv6 address without brackets",
    "10.0.0.1",
    "2001:db8::1:443",
    ["10.0.0.1"],
    "2001:db8::1:443",
  ],
  ["an address in quotes", "10.0.0.1", '"203.0.113.7"', ["10.0.0.1"], "203.0.113.7"],
  [
    "an address with a port, in quotes",
    "10.0.0.1",
    '"203.0.113.7:4711"',
    ["10.0.0.1"],
    "203.0.113.7",
  ],
  ["an IPv6 address in quotes", "10.0.0.1", '"[2001:db8::1]:443"', ["10.0.0.1"], "2001:db8::1"],
  [
    "trusted ones with ports",
    "10.0.0.1",
    "203.0.113.7:1 , 10.0.0.2:80",
    ["10.0.0.0/8"],
    "203.0.113.7",
  ],
  [
    "an IPv4 address written as IPv6, with a port",
    "10.0.0.1",
    "[::ffff:203.0.113.7]:80",
    ["10.0.0.1"],
    "203.0.113.7",
  ],
  ["what is no port", "10.0.0.1", "203.0.113.7:http", ["10.0.0.1"], "10.0.0.1"],
  ["an empty header", "10.0.0.1", "", ["10.0.0.1"], "10.0.0.1"],
  ["no header", "10.0.0.1", undefined, ["10.0.0.1"], "10.0.0.1"],
  ["an IPv6 proxy", "fd00::1", "2001:db8::7", ["fd00::/8"], "2001:db8::7"],
  [
    "an IPv4 proxy on an IPv6 socket",
    "::ffff:10.0.0.1",
    "203.0.113.7",
    ["10.0.0.1"],
    "203.0.113.7",
  ],
  ["nobody, on this link", "fe80::1%eth0", undefined, ["10.0.0.1"], "fe80::1"],
  ["a proxy on this link", "fe80::1%eth0", "::ffff:203.0.113.7", ["fe80::/10"], "203.0.113.7"],
])("behind %s: socket %s, header %j, trusted %j: %s", (_, socket, header, trusted, client) => {
  expect(clientOf(socket, header, trusted)).toBe(client);
});

test("only the header that the owner names is read", () => {
  expect(clientOf("10.0.0.1", undefined, ["10.0.0.1"])).toBe("10.0.0.1");
  expect(clientOf("10.0.0.1", "203.0.113.7", ["10.0.0.1"], "X-Forwarded-For")).toBe("192.0.2.77");
});

test("what cannot be read is logged once, without what a client sent", () => {
  const { read, reports } = readerOf("10.0.0.1", ["10.0.0.1"], "X-Real-IP");
  for (const header of ["203.0.113.7", "[2001:db8::1]:443", undefined]) read(header);
  expect(reports).toEqual([]);
  for (const header of ["for=203.0.113.7", "unknown", ""]) read(header);
  expect(reports).toEqual([
    expect.stringMatching(/^A trusted proxy sends no readable address in X-Real-IP/),
  ]);
  expect(reports[0]).not.toContain("203");
});

test("a request that comes past the proxies is not logged", () => {
  const { read, reports } = readerOf("192.0.2.1", ["10.0.0.1"]);
  expect([read("unknown"), reports]).toEqual(["192.0.2.1", []]);
});

test.each(["", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "fd00::/129", "10.0.0.0/8/8", "10.0/16"])(
  "a trusted proxy that is no address or network is refused: %j",
  (proxy) => {
    expect(() => clientReader({ trustedProxies: [proxy] })).toThrow(
      /neither an IP address nor a network/,
    );
  },
);
