import { tmpdir } from "node:os";
import { parseArgs } from "node:util";

/** What the command line of the build's benchmark says. */
export interface BenchOptions {
  /** Notes in each vault, rising. */
  sizes: readonly number[];
  /** Rounds for vaults of up to `LARGE` notes; half as many for larger ones. */
  rounds: number;
  /** A rival that is expected to take more seconds than this for one build is left out. */
  limit: number;
  /** Where vaults and outputs are made, in a folder that goes at the end. */
  dir: string;
  /** Whether table and plot are written to where the README shows them. */
  write: boolean;
  help: boolean;
}

export const BENCH_USAGE = `Usage: npm run bench -- build [options]

  --notes N,N,…    notes in each vault (default: 1000,10000,14000,100000)
  --rounds N       rounds, of which vaults over 20,000 notes get half (default: 5)
  --limit SECONDS  leave out a rival that would need longer for one build (default: 300)
  --dir DIR        where vaults and outputs are made; with the defaults they take 7 GB (default: the
                   system's folder for temporary files)
  --write          put the table into README.md, and the plot beside this benchmark
`;

/** @throws Error that says what is wrong with the arguments */
export function parseBenchOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      notes: { type: "string", default: "1000,10000,14000,100000" },
      rounds: { type: "string", default: "5" },
      limit: { type: "string", default: "300" },
      dir: { type: "string", default: tmpdir() },
      write: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return {
    sizes: values.notes
      .split(",")
      .map((size) => wholeNumber("notes", size))
      .sort((a, b) => a - b),
    rounds: wholeNumber("rounds", values.rounds),
    limit: wholeNumber("limit", values.limit),
    dir: values.dir,
    write: values.write,
    help: values.help,
  };
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new Error(`--${option} takes whole numbers from 1, not "${text}".`);
  return Number(text);
}
