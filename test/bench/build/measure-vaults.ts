import { join } from "node:path";
import { makeVault } from "../vaults/make-vault.ts";
import type { BenchOptions } from "./bench-options.ts";
import type { BuilderName, Cost } from "./cost.ts";
import { Costs } from "./costs.ts";
import type { Rivals } from "./find-rivals.ts";
import { measure } from "./measure.ts";

/** Vaults with more notes get half of the rounds. */
const LARGE = 20_000;

const RIVALS: Readonly<Record<keyof Rivals, string>> = {
  Hugo: "it is not on the PATH",
  Eleventy: "`npm ci --prefix test/bench/build` installs it",
};

/**
 * Makes a vault of each size and measures all builders on it.
 * @param root a folder that is empty, and in which everything is made
 * @param say takes each line of what happens, as it happens
 * @returns the costs, and whether no builder failed
 */
export async function measureVaults(
  { sizes, rounds, limit }: BenchOptions,
  root: string,
  rivals: Rivals,
  say: (line: string) => void,
): Promise<{ costs: Costs; isWhole: boolean }> {
  const costs = new Costs();
  let isWhole = true;
  const without = new Set<BuilderName>();
  const leaveOut = (name: BuilderName, why: string) => {
    without.add(name);
    say(`${name} is left out: ${why}.`);
  };
  for (const name of ["Hugo", "Eleventy"] as const) {
    if (rivals[name] === undefined) leaveOut(name, RIVALS[name]);
  }
  for (const [i, notes] of sizes.entries()) {
    for (const name of ["Hugo", "Eleventy"] as const) {
      const before = sizes[i - 1] ?? Number.NaN;
      const expected = (costs.median(name, before, "seconds") * notes) / before;
      if (!without.has(name) && expected > limit) {
        leaveOut(name, `some ${Math.round(expected)} s for ${notes} notes are over --limit`);
      }
    }
    const out = join(root, String(notes));
    const content = join(out, "content");
    const files = makeVault(content, { notes, isTidy: true }).map(({ file }) => file);
    const vault = {
      content,
      files,
      out,
      rounds: notes > LARGE ? Math.ceil(rounds / 2) : rounds,
      without,
    };
    await measure(vault, {
      measured: (cost) => {
        costs.add(cost);
        say(lineOf(cost));
      },
      failed: (builder, reason) => {
        leaveOut(builder, reason);
        isWhole = false;
      },
    });
  }
  return { costs, isWhole };
}

function lineOf({ notes, round, builder, seconds, cpuSeconds, memory }: Cost): string {
  return [
    String(notes).padStart(7),
    `round ${round + 1}`,
    builder.padEnd(22),
    `${seconds.toFixed(2)} s`.padStart(10),
    `${cpuSeconds.toFixed(2)} CPU s`.padStart(14),
    `${Math.round(memory / 1e6)} MB`.padStart(9),
  ].join("  ");
}
