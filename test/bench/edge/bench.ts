import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArguments, runCommand } from "../../../scripts/command.ts";
import { UsageError } from "../../../scripts/report/errors.ts";
import { SEARCH_ADDRESS } from "../../../worker/contract/addresses.ts";
import { Workerd } from "../../edge/workerd.ts";
import { bundle } from "../../worker/bundle.ts";
import { edgeLoads } from "./edge-loads.ts";
import { edgeWorkers } from "./edge-workers.ts";
import { interleave } from "./interleave.ts";
import { median } from "./median.ts";
import { rateTable } from "./rate-table.ts";
import { readCorpus } from "./read-corpus.ts";
import { Requests } from "./requests.ts";
import { startUpMs } from "./start-up-ms.ts";
import { useUp } from "./use-up.ts";
import { writeCorpus } from "./write-corpus.ts";

const USAGE = `Usage: npm run bench -- edge [--rounds N] [--seconds S]

Measures the Worker in workerd beside a Worker that returns a constant and one that
passes requests to the asset store, all in turn.

  --rounds N    how often each load has its turn, 1 to 1000 (default: 7)
  --seconds S   how long a turn is, 0.1 to 60 (default: 0.5)
  -h, --help    show this
`;

const STARTS = 7;

await runCommand(main);

async function main(): Promise<number> {
  const { values } = parseArguments(process.argv.slice(2), {
    options: {
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "0.5" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (!(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000)) {
    throw new UsageError("--rounds takes a whole number from 1 to 1000.");
  }
  if (!(seconds >= 0.1 && seconds <= 60)) {
    throw new UsageError("--seconds takes a number from 0.1 to 60.");
  }
  await measure(rounds, seconds);
  return 0;
}

async function measure(rounds: number, seconds: number): Promise<void> {
  const { source, documents } = readCorpus();
  console.log(`${documents.length} notes of ${source}, ${new Date().toISOString().slice(0, 10)}\n`);
  const bundled = bundle();
  const started: Workerd[] = [];
  const start = async (config: string) => {
    const workerd = await Workerd.start(config, bundled.folder);
    started.push(workerd);
    return workerd;
  };
  try {
    const store = join(bundled.folder, "store");
    writeCorpus(documents, join(bundled.folder, "bundle"), store);
    const { bare, ...configs } = edgeWorkers(bundled, store);
    const limited = await start(configs.limited);
    const workers = {
      api: await start(configs.api),
      popular: await start(configs.api),
      known: await start(configs.api),
      limited,
      prepared: await start(await configs.prepared(await useUp(limited))),
      constant: await start(configs.constant),
      passThrough: await start(configs.passThrough),
    };
    console.log(rateTable(await interleave(await edgeLoads(workers, documents), rounds, seconds)));

    console.log("\nMemory of the process, MiB: after the run, at most");
    for (const [name, { memory, log }] of Object.entries(workers)) {
      console.log(
        `${name.padEnd(12)}${memory.now.toFixed(0).padStart(13)}${memory.peak.toFixed(0).padStart(13)}`,
      );
      if (log !== "") console.log(log);
    }
    console.log(await startUps(bundled.folder, bare, configs.constant));
  } finally {
    await Promise.all(started.map((workerd) => workerd.stop()));
    rmSync(bundled.folder, { recursive: true, force: true });
  }
}

/** From the start of the process to the end of the first answer, which for the API is a search. */
async function startUps(folder: string, api: string, constant: string): Promise<string> {
  const request = new Requests([`${SEARCH_ADDRESS}?q=array`]).next();
  const times: Record<"api" | "constant", number[]> = { api: [], constant: [] };
  for (let i = 0; i < STARTS; i++) {
    times.constant.push(await startUpMs(constant, folder, request));
    times.api.push(await startUpMs(api, folder, request));
  }
  const [own, least] = [median(times.api), median(times.constant)];
  return `\nStart to first answer, ms: api ${own.toFixed(0)}, constant ${least.toFixed(0)}, so ${(own - least).toFixed(0)} of its own`;
}
