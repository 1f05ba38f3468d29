import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { chains, type Step } from "./chains.ts";
import type { BuilderName, Cost } from "./cost.ts";
import { runTimed } from "./run-timed.ts";

/** A vault, and how it is measured. */
export interface Measurement {
  content: string;
  /** The files of all notes, relative to `content`. */
  files: readonly string[];
  /** Gets a folder a round. Nothing in it is deleted: that would slow down the runs after it. */
  out: string;
  rounds: number;
  /** Builders that are not run, nor what builds on them. */
  without: ReadonlySet<BuilderName>;
}

/** Hears what is measured, as it is known. */
export interface Listener {
  measured(cost: Cost): void;
  /** A builder failed; it is run again in the next round unless it joins those that are not. */
  failed(builder: BuilderName, reason: string): void;
}

/**
 * Builds a vault by each builder, round after round, every other round in the opposite order, so that
 * what else happens on the machine meets all of them.
 * A builder that fails, or writes another number of notes than there are, ends its chain.
 * @throws Error where it is the floor that fails
 */
export async function measure(vault: Measurement, listener: Listener): Promise<void> {
  for (let round = 0; round < vault.rounds; round++) {
    const out = join(vault.out, `round-${round}`);
    mkdirSync(out, { recursive: true });
    const changed = vault.files[Math.floor((vault.files.length * (round + 0.5)) / vault.rounds)]!;
    const planned = chains({ content: vault.content, changed, out });
    for (const chain of round % 2 === 0 ? planned : planned.toReversed()) {
      for (const step of chain) {
        if (vault.without.has(step.builder)) break;
        try {
          listener.measured({ ...(await take(step, vault.files.length)), round });
        } catch (error) {
          if (step.builder === "floor") throw error;
          listener.failed(step.builder, error instanceof Error ? error.message : String(error));
          break;
        }
      }
    }
  }
}

async function take(step: Step, notes: number): Promise<Omit<Cost, "round">> {
  const { builder, prepare, command, output } = step;
  prepare?.();
  // What others have written but the disk does not hold yet is not to be paid for by this one.
  spawnSync("sync");
  const timed = await runTimed(command);
  const written = readdirSync(output, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".json"),
  ).length;
  if (written !== notes) throw new Error(`${builder} wrote ${written} notes of ${notes}.`);
  return { ...timed, builder, notes };
}
