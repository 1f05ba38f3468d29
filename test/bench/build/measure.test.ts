import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeVault } from "../vaults/make-vault.ts";
import type { BuilderName } from "./cost.ts";
import { type Measurement, measure } from "./measure.ts";

function measurement(without: BuilderName[]): Measurement {
  const out = mkdtempSync(join(tmpdir(), "measure-test-"));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const content = join(out, "content");
  const files = makeVault(content, { notes: 5, isTidy: true }).map(({ file }) => file);
  return { content, files, out, rounds: 2, without: new Set(without) };
}

const OURS: BuilderName[] = ["this, cold", "this, nothing changed", "this, one note changed"];

test("rounds alternate in their order, and a rival that fails ends nothing", async () => {
  vi.stubEnv("PATH", "/nowhere");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const events: string[] = [];
  await measure(measurement(["Eleventy", ...OURS]), {
    measured: ({ builder, round, notes }) => events.push(`${builder} ${round} ${notes}`),
    failed: (rival, reason) => events.push(`${rival}: ${reason}`),
  });
  const failure = "Hugo: spawn hugo ENOENT";
  expect(events).toEqual(["floor 0 5", failure, failure, "floor 1 5"]);
});

test("what builds on a builder that is not run is not run either", async () => {
  const builders: string[] = [];
  await measure(measurement(["Hugo", "Eleventy", "this, cold"]), {
    measured: ({ builder }) => builders.push(builder),
    failed: () => expect.unreachable(),
  });
  expect(builders).toEqual(["floor", "floor"]);
});

test("a builder that does not write every note is not measured", async () => {
  const vault = measurement(["Hugo", "Eleventy", ...OURS]);
  const oneMore = { ...vault, files: [...vault.files, "more.md"] };
  const listener = { measured: () => undefined, failed: () => undefined };
  await expect(measure(oneMore, listener)).rejects.toThrow("floor wrote 5 notes of 6.");
});
