import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientKey } from "../../worker/limit/client-key.ts";

const UNKNOWN = clientKey(null);

describe("one client", () => {
  const ROWS: [a: string, b: string, why: string][] = [
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "one /64 network"],
    ["2001:db8::1", "2001:0DB8:0000:0000:0000:0000:0000:0001", "short and long form"],
    ["2001:db8::", "2001:db8:0:0:1::", "zeros left out in different places"],
    ["::ffff:192.0.2.1", "192.0.2.1", "IPv4-mapped"],
    ["::ffff:c000:201", "192.0.2.1", "IPv4-mapped in hexadecimal"],
    ["0:0:0:0:0:FFFF:192.0.2.1", "192.0.2.1", "IPv4-mapped in full"],
    ["2001:db8:1:2:3:4:192.0.2.1", "2001:db8:1:2::", "a dotted quad at the end"],
  ];

  test.each(ROWS)("%s = %s: %s", (a, b) => {
    expect(clientKey(a)).toEqual(clientKey(b));
    expect(clientKey(a)).not.toEqual(UNKNOWN);
  });
});

describe("two clients", () => {
  const ROWS: [a: string, b: string, why: string][] = [
    ["192.0.2.1", "192.0.2.2", "two IPv4 addresses"],
    ["128.0.0.1", "0.0.0.1", "the first bit"],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", "two /64 networks"],
    ["2001:db8:1:2::1", "2001:db9:1:2::1", "high bits"],
    ["192.0.2.1", "::192.0.2.1", "IPv4-compatible IPv6 is not mapped"],
    ["192.0.2.1", "::c000:201:0:0:0:0", "an IPv6 network with the same bits"],
    ["::", "0.0.0.0", "nothing and nothing"],
  ];

  test.each(ROWS)("%s ≠ %s: %s", (a, b) => {
    expect(clientKey(a)).not.toEqual(clientKey(b));
  });
});

describe("malformed: the client that all such share", () => {
  const ROWS = [
    "",
    " ",
    "localhost",
    "192.0.2",
    "192.0.2.1.1",
    "192.0.2.256",
    "192.0.2.01",
    "192.0..1",
    "192.0.2.",
    ".192.0.2.1",
    "192.0.2.1 ",
    "192.0.2.1:80",
    "192.0.2.1, 192.0.2.2",
    "-1.0.0.0",
    "1e1.0.0.0",
    "٣.0.0.0",
    ":",
    ":::",
    "1::2::3",
    "2001:db8",
    "2001:db8:1:2:3:4:5",
    "2001:db8:1:2:3:4:5:6:7",
    "2001:db8:1:2:3:4:5::6",
    "1:2:3:4:5:6:7:",
    ":1:2:3:4:5:6:7",
    "2001:db8::g",
    "2001:db8::12345",
    "fe80::1%eth0",
    "[2001:db8::1]",
    "2001:db8:192.0.2.1::",
    "::192.0.2.256",
  ];

  test.each(ROWS)("%j", (address) => {
    expect(clientKey(address)).toEqual(UNKNOWN);
  });
});

test("IPv6 addresses have one key if and only if their first 64 bits are the same", () => {
  const word = fc.constantFrom(0, 1, 2, 0x7fff, 0x8000, 0xfffe);
  const network = fc.tuple(word, word, word, word);
  fc.assert(
    fc.property(network, fc.nat(3), word, fc.ipV6(), (words, i, other, host) => {
      const address = (of: number[]) => `${of.map((bits) => bits.toString(16)).join(":")}::1`;
      const same = words[i] === other;
      expect(key(address(words)) === key(address(words.with(i, other)))).toBe(same);
      expect(clientKey(host)).not.toEqual(UNKNOWN);
    }),
  );
});

test("IPv4 addresses have as many keys as there are addresses", () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), (a, b) => {
      expect(key(a) === key(b)).toBe(a === b);
      expect(clientKey(a)).not.toEqual(UNKNOWN);
    }),
  );
});

function key(address: string): string {
  const { high, low } = clientKey(address);
  return `${high} ${low}`;
}
