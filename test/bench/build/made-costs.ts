import { BUILDERS, type Cost } from "./cost.ts";
import { Costs } from "./costs.ts";

/** Costs for tests: those given, each in every round, with what is not said made up. */
export function madeCosts(given: readonly Partial<Cost>[], rounds = 1): Costs {
  const costs = new Costs();
  for (let round = 0; round < rounds; round++) {
    for (const cost of given) {
      costs.add({
        builder: BUILDERS[0],
        notes: 1000,
        seconds: 1,
        cpuSeconds: 1,
        memory: 1e8,
        round,
        ...cost,
      });
    }
  }
  return costs;
}
