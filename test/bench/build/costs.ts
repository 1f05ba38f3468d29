import { median } from "../edge/median.ts";
import { BUILDERS, type BuilderName, type Cost } from "./cost.ts";

/** What can be asked of a cost. */
export type Quantity = "seconds" | "cpuSeconds" | "memory";

/** The costs of all rounds, and what follows from them. */
export class Costs {
  readonly #all: Cost[] = [];

  add(cost: Cost): void {
    this.#all.push(cost);
  }

  /** Sizes of the vaults that were measured, rising. */
  get sizes(): number[] {
    return [...new Set(this.#all.map(({ notes }) => notes))].sort((a, b) => a - b);
  }

  /** The builders that were measured for a vault of a size, or of any, in the order in which they are told. */
  buildersOf(notes?: number): BuilderName[] {
    const found = new Set(
      this.#all
        .filter((cost) => notes === undefined || cost.notes === notes)
        .map(({ builder }) => builder),
    );
    return BUILDERS.filter((builder) => found.has(builder));
  }

  rounds(notes: number): number {
    return Math.max(
      ...this.#all.filter((cost) => cost.notes === notes).map(({ round }) => round + 1),
    );
  }

  /** The median of the rounds; NaN where there is none. */
  median(builder: BuilderName, notes: number, quantity: Quantity): number {
    return median(this.#of(builder, notes).map((cost) => cost[quantity]));
  }

  /** The median of the rounds' ratios, which what disturbs a whole round disturbs less; NaN where there is none. */
  ratio(builder: BuilderName, to: BuilderName, notes: number, quantity: Quantity): number {
    const others = new Map(this.#of(to, notes).map((cost) => [cost.round, cost[quantity]]));
    return median(
      this.#of(builder, notes).flatMap((cost) => {
        const other = others.get(cost.round);
        return other === undefined ? [] : [cost[quantity] / other];
      }),
    );
  }

  #of(builder: BuilderName, notes: number): Cost[] {
    return this.#all.filter((cost) => cost.builder === builder && cost.notes === notes);
  }
}
