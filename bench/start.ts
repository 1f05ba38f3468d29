/**
 * The time until `npm start` serves a changed note, from the write to the first new response; and how long the slowest
 * response takes meanwhile.
 */
import { appendFileSync, cpSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArguments, runCommand } from "../scripts/cli/command.ts";
import { UsageError } from "../scripts/diagnostics/errors.ts";
import { startNpm } from "../test/edge/npm-start.ts";
import { copyProject } from "../test/worker/bundle.ts";
import { markdownTable, median, runHeading, temporaryFolder, thousands } from "./report.ts";

const USAGE = `Usage: npm run bench -- start --content DIR [--changes N] [--dir DIR]

  --content DIR   the notes; a copy of them is served
  --changes N     number of notes to change, one after another (default: 9)
  --dir DIR       parent of the working folder (default: the system's temporary folder)
  -h, --help      show this
`;
/** Pause between changes, so that the server is idle again. */
const PAUSE_MS = 3000;
const POLL_MS = 2;

async function run(notes: string, changes: number, dir: string): Promise<void> {
  const folder = copyProject(temporaryFolder(dir));
  const content = join(folder, "content");
  cpSync(notes, content, { recursive: true });
  const { origin, stop } = await startNpm(folder, content);
  const ask = async (path: string) => (await fetch(`${origin}/api/v1/${path}.json`)).text();
  const { digests } = JSON.parse(await ask("digests"));
  // Notes whose routes match their file names.
  const files = readdirSync(content, { recursive: true, encoding: "utf8" })
    .map((file) => ({ file, route: `/${file.replace(/\.md$/, "").toLowerCase()}` }))
    .filter(({ route }) => route in digests);
  const seconds: number[] = [];
  let slowest = 0;
  for (let i = 0; i < changes; i++) {
    await setTimeout(PAUSE_MS);
    const { file, route } = files[Math.floor((files.length * (i + 0.5)) / changes)]!;
    const before = await ask(`notes${route}`);
    const written = performance.now();
    appendFileSync(join(content, file), "\nOne more line.\n");
    for (let answer = before; answer === before; ) {
      await setTimeout(POLL_MS);
      const asked = performance.now();
      answer = await ask(`notes${route}`);
      slowest = Math.max(slowest, performance.now() - asked);
    }
    seconds.push((performance.now() - written) / 1000);
  }
  await stop();
  const figures = [Math.min(...seconds), median(seconds), Math.max(...seconds)];
  const row = [
    thousands(Object.keys(digests).length),
    ...figures.map((each) => each.toFixed(2)),
    slowest.toFixed(0),
  ];
  const head = ["Notes", "Least seconds", "Median", "Most", "Slowest response, ms"];
  const table = markdownTable(head, [row]);
  console.log(`${runHeading()}\n\n${table}`);
}

const CONFIG = {
  options: {
    content: { type: "string" },
    changes: { type: "string", default: "9" },
    dir: { type: "string", default: tmpdir() },
  },
} as const;

await runCommand(async (args) => {
  const { content, changes, dir } = parseArguments(args, CONFIG).values;
  if (content === undefined) throw new UsageError("--content needs a value.");
  await run(content, Number(changes), dir);
  return 0;
}, USAGE);
