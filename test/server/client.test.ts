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

/** Behind a proxy at 10.0.0.1, of a network that is trusted. */
test.each<[what: string, header: string | undefined, client: string]>([
  ["an address", "203.0.113.7", "203.0.113.7"],
  ["a list: the last that is not trusted", "1.1.1.1, 203.0.113.7 ,10.0.0.2", "203.0.113.7"],
  ["a list of trusted ones: the first", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["what a client made up, before the proxy's", "x, 203.0.113.7", "203.0.113.7"],
  ["an invalid address: the socket's", "203.0.113.7, unknown", "10.0.0.1"],
  ["a port", "203.0.113.7:80", "203.0.113.7"],
  ["IPv6 with a port", "[2001:db8::1]:443", "2001:db8::1"],
  ["IPv6 in brackets", "[2001:db8::1]", "2001:db8::1"],
  ["IPv6 without brackets", "2001:db8::1:443", "2001:db8::1:443"],
  ["quotes", '"203.0.113.7"', "203.0.113.7"],
  ["a port in quotes", '"203.0.113.7:4711"', "203.0.113.7"],
  ["IPv6 in quotes", '"[2001:db8::1]:443"', "2001:db8::1"],
  ["trusted ones with ports", "203.0.113.7:1 , 10.0.0.2:80", "203.0.113.7"],
  ["IPv4 written as IPv6, with a port", "[::ffff:203.0.113.7]:80", "203.0.113.7"],
  ["what is no port: the socket's", "203.0.113.7:http", "10.0.0.1"],
  ["nothing: the socket's", "", "10.0.0.1"],
  ["no header: the socket's", undefined, "10.0.0.1"],
])("the header may have %s: %j is %s", (_, header, client) => {
  expect(readerOf("10.0.0.1", ["10.0.0.0/8"]).read(header)).toBe(client);
});

test.each<[who: string, socket: string, header: string, trusted: string[], client: string]>([
  ["a proxy that is trusted", "10.0.0.1", "203.0.113.7", ["10.0.0.1"], "203.0.113.7"],
  ["one that is not", "11.0.0.1", "203.0.113.7", ["10.0.0.0/8"], "11.0.0.1"],
  ["a client, if none is trusted", "10.0.0.1", "203.0.113.7", [], "10.0.0.1"],
  ["an IPv6 proxy", "fd00::1", "2001:db8::7", ["fd00::/8"], "2001:db8::7"],
  ["IPv4 on an IPv6 socket", "::ffff:10.0.0.1", "203.0.113.7", ["10.0.0.1"], "203.0.113.7"],
  ["a client on this link", "fe80::1%eth0", "", ["10.0.0.1"], "fe80::1"],
  ["a proxy on this link", "fe80::1%eth0", "203.0.113.7", ["fe80::/10"], "203.0.113.7"],
])(
  "the header counts if it is from a trusted proxy: from %s",
  (_, ...[socket, header, trusted, client]) => {
    expect(readerOf(socket, trusted).read(header)).toBe(client);
  },
);

test("only the header that the owner names is read", () => {
  const { read } = readerOf("10.0.0.1", ["10.0.0.1"], "X-Forwarded-For");
  expect(read("203.0.113.7")).toBe("192.0.2.77");
});

test("what cannot be read is logged once, without what a client sent", () => {
  const { read, reports } = readerOf("10.0.0.1", ["10.0.0.1"]);
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
