import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import * as LIMITS from "../../worker/search/limits.ts";
import * as RANKING from "../../worker/search/ranking.ts";

/** Without the stemmers of languages other than English. */
const BUDGET_BYTES = 9_400;

const code = await bundled();

async function bundled(): Promise<Uint8Array> {
  const search = join(import.meta.dirname, "../../worker/search");
  const { outputFiles } = await build({
    stdin: {
      contents:
        'export * from "./open-index.ts"; export * from "./write-response.ts"; export * from "../routes/nearest-routes.ts";',
      resolveDir: search,
      loader: "ts",
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    write: false,
  });
  return outputFiles[0]!.contents;
}

test(`the Worker's code for search, minified and gzipped, is at most ${BUDGET_BYTES} bytes`, () => {
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(BUDGET_BYTES);
});

test("the bundle has the values of the search constants, but not their names", () => {
  const text = new TextDecoder().decode(code);
  const names = Object.keys({ ...INDEX_FORMAT, ...LIMITS, ...RANKING });
  expect(names.filter((name) => text.includes(`${name}:()=>`))).toEqual([]);
});
