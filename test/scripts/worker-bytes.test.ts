import { expect, test } from "vitest";
import { workerBytes } from "../../scripts/output/worker-bytes.ts";

const MEBIBYTE = 1024 * 1024;
const CODE = 32 * 1024;

test.each([
  ["an index that takes a smaller share of its limit than the assets of theirs", 1, 20_000, true],
  ["one that takes a larger share", 1, 1000, false],
  ["one that is above its limit as it stands, whatever the assets take", 3, 100_000, false],
])("%s", (_, mebibytes, assets, isRough) => {
  const index = new Uint8Array(mebibytes * MEBIBYTE);
  const bytes = workerBytes(index, assets) - CODE;
  if (isRough) expect(bytes).toBe(index.length);
  else expect(bytes).toBeLessThan(index.length / 100);
});
