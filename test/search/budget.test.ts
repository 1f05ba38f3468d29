import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const BUDGET_BYTES = 12_000;

test(`the Worker's code for search, minified and gzipped, is at most ${BUDGET_BYTES} bytes`, async () => {
  const search = join(import.meta.dirname, "../../worker/search");
  const { outputFiles } = await build({
    stdin: {
      contents:
        'export * from "./open-index.ts"; export * from "./search-response.ts"; export * from "./nearest-routes.ts";',
      resolveDir: search,
      loader: "ts",
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    write: false,
  });
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThanOrEqual(BUDGET_BYTES);
});
