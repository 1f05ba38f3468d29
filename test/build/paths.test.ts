import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Config } from "../../scripts/config/config.ts";
import { isWithin } from "../../scripts/content/paths.ts";
import { routeFiles } from "../../scripts/pipeline/route.ts";

describe("whether a path is inside a folder", () => {
  test.each([
    ["POSIX", "/a/b", "/a", true],
    ["POSIX", "/a/..b", "/a", true],
    ["POSIX", "/ab", "/a", false],
    ["POSIX", "/a/../b", "/a", false],
    ["Windows", "C:\\a\\b", "C:\\a", true],
    ["Windows", "c:\\A\\b", "C:\\a", true],
    ["Windows", "D:\\a\\b", "C:\\a", false],
    ["Windows", "C:\\a\\..\\b", "C:\\a", false],
    ["Windows", "\\\\server\\share\\a", "C:\\a", false],
  ])("on %s: %s in %s: %j", (system, path, folder, expected) => {
    expect(isWithin(path, folder, system === "Windows" ? win32 : posix)).toBe(expected);
  });
});

/** Names that lead out of a folder on some system, or are not allowed there. */
const TRAPS = [
  ..."..|.|...|C:|c:a|a:b|a\\b|..\\..|a\0b|con|NUL|com1.txt|LPT\u00b9|a.|a |-|~|%2e%2e|a<b|a?b|a*b".split(
    "|",
  ),
  "a|b",
  'a"b',
  "a\u0007b",
  "x".repeat(300),
  "\u{1f600}".repeat(70),
];

const config = (route: string, folder: string): Config => {
  const rule = { type: "text", items: "text", required: false } as const;
  const fields = { field: rule };
  const collections = [{ name: "c", folder, route, fields, list: [], full: [] }];
  return {
    mode: "lenient",
    api: {},
    collections,
    shared: { fields: {}, list: [], full: [] },
    tags: undefined,
    ignore: [],
    rules: new Map(),
  };
};

test("no route leads out of the output or has a name forbidden on some system, whatever the configuration and the file names", () => {
  const name = fc.oneof(fc.constantFrom(...TRAPS, "a", "b-c", "é"), fc.string({ unit: "binary" }));
  const segments = fc.array(name, { maxLength: 3 });
  const last = fc.constantFrom("{slug}", "{path}", "{field}/{slug}", "{field}/{path}");
  let made = 0;
  fc.assert(
    fc.property(segments, last, segments, name, (literals, template, folders, file) => {
      const route = ["", ...literals, template].join("/");
      const path = [...folders.map((each) => each.replaceAll("/", "_")), `${file}.md`].join("/");
      const { routed, diagnostics } = routeFiles([`in/${path}`], config(route, "in"));
      const [{ route: found } = {}] = routed;
      expect(found === undefined).toBe(diagnostics.length > 0);
      if (found === undefined) return;
      made++;
      const parts = found.split("/").slice(1);
      expect(posix.join("/out", `${found}.json`)).toBe(`/out${found}.json`);
      expect(win32.join("C:\\out", `${found}.json`)).toBe(
        `${["C:\\out", ...parts].join("\\")}.json`,
      );
      expect(
        parts.filter((part) => /^(?:con|nul|com1|lpt\u00b9)(?:\.|$)|[. ]$/i.test(part)),
      ).toEqual([]);
      expect(found).not.toMatch(/[\p{Cc}<>:"\\|?*]/u);
      expect(Math.max(...parts.map((part) => Buffer.byteLength(`${part}.json`)))).toBeLessThan(256);
    }),
    { numRuns: 3000, seed: 2026 },
  );
  expect(made).toBeGreaterThan(300);
});
