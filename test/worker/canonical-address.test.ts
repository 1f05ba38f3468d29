import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalAddress } from "../../worker/http/canonical-address.ts";

const ROWS: [path: string, canonical: string | undefined, why: string][] = [
  ["/api/v1/notes.json", "/api/v1/notes.json", "nothing to do"],
  ["/%61pi/v1/notes%2Ejson", "/api/v1/notes.json", "encoded unreserved characters"],
  ["/languages/c++.json", "/languages/c%2B%2B.json", "a plus"],
  ["/languages/c%2b%2B.json", "/languages/c%2B%2B.json", "hexadecimal digits of either case"],
  ["/caf%C3%A9", "/caf%C3%A9", "NFC"],
  ["/cafe%CC%81", "/caf%C3%A9", "NFD"],
  ["/café", "/caf%C3%A9", "unencoded NFC"],
  ["/cafe\u0301", "/caf%C3%A9", "unencoded NFD"],
  ["/%ED%95%9C", "/%ED%95%9C", "a Hangul syllable"],
  ["/%E1%84%92%E1%85%A1%E1%86%AB", "/%ED%95%9C", "the same in jamo"],
  ["/a%2Fb", "/a%2Fb", "an encoded slash is no slash"],
  ["/a%2fb", "/a%2Fb", "nor in lower case"],
  ["/a//b", "/a//b", "doubled slashes stay"],
  ["/a/", "/a/", "a trailing slash stays"],
  ["/A", "/A", "case stays"],
  ["/~tilde", "/~tilde", "a tilde"],
  ["/%7Etilde", "/~tilde", "an encoded tilde"],
  ["/a b", "/a%20b", "a space as it is"],
  ["/a%2520b", "/a%2520b", "decoded once, not twice"],
  ["/a/./b", "/a/b", "a dot segment"],
  ["/a/%2E/b", "/a/b", "an encoded dot segment"],
  ["/a/../b", "/b", "a double-dot segment"],
  ["/../../a", "/a", "above the root"],
  ["/a/..", "/", "double dots at the end"],
  ["/a/.", "/a/", "a dot at the end"],
  ["/.net", "/.net", "a name with a dot before"],
  ["/a..b/c...", "/a..b/c...", "dots within a name"],
  ["/%00", "/%00", "NUL"],
  ["/%ZZ", undefined, "no hexadecimal digits"],
  ["/a%", undefined, "a percent sign at the end"],
  ["/a%4", undefined, "one digit"],
  ["/%FF", undefined, "no UTF-8"],
  ["/%C3", undefined, "half a character"],
  ["/%C0%AF", undefined, "an overlong slash"],
  ["/%ED%A0%80", undefined, "a surrogate"],
  ["/\ud800", undefined, "a lone surrogate"],
];

test.each(ROWS)("%s → %s: %s", (path, canonical) => {
  expect(canonicalAddress(path)).toBe(canonical);
});

test("a canonical address is its own canonical address", () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const canonical = canonicalAddress(`/${path}`);
      expect(canonicalAddress(canonical ?? "")).toBe(canonical);
    }),
  );
});

test("percent-encoding any characters of an address changes nothing", () => {
  const text = fc.string({ unit: "binary", minLength: 1 }).map((t) => `/${t.replaceAll("/", "")}x`);
  fc.assert(
    fc.property(text, fc.infiniteStream(fc.boolean()), (path, choices) => {
      const spelled = [...path].map((character) => {
        const encode = character !== "/" && choices.next().value;
        return encode || character === "%" ? percentEncoded(character) : character;
      });
      const plain = path.replaceAll("%", "%25");
      expect(canonicalAddress(spelled.join(""))).toBe(canonicalAddress(plain));
    }),
  );
});

test("the URL parser takes a canonical address as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const canonical = canonicalAddress(`/${text.replaceAll("%", "%25")}`) ?? "/";
      expect(new URL(`http://api${canonical}`).pathname).toBe(canonical);
    }),
  );
});

function percentEncoded(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
    .join("");
}
