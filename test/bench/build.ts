/**
 * What does a build cost? Seconds, processor time and memory of this build beside Hugo, and beside a
 * bare copy that only reads every note and writes it back as JSON, in turns, in one run.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { makeVault } from "../vaults/made-vault.ts";
import { markdownTable, median, ratios } from "./tables.ts";

const USAGE = `Usage: npm run bench -- build [options]

  --notes N,N,…    notes in each made vault (default: 1000,14000,100000)
  --content DIR    measure a copy of this folder of notes instead
  --rounds N       rounds; vaults of over 20,000 notes get half of them (default: 5)
  --dir DIR        where everything is made (default: the system's folder for temporary files)
`;

const ROOT = join(import.meta.dirname, "../..");
const LARGE = 20_000;
const SAMPLE_MS = 20;

interface Cost {
  seconds: number;
  /** NaN where the system does not tell it. */
  cpuSeconds: number;
  /** Peak resident megabytes; NaN where the system does not tell it. */
  megabytes: number;
}

/** A build to be measured. */
interface Builder {
  name: string;
  /** What happens before and is not measured. */
  prepare?: () => void;
  command: string;
  args: readonly string[];
  /** The folder with a JSON file for each note. */
  output: string;
}

const node = (...args: string[]) => ({ command: process.execPath, args });

/** The builders of one round, each in a new folder: on some file systems deleted files slow down new ones. */
function builders(content: string, out: string, changed: string): Builder[] {
  // As `npm run build` runs it.
  const own = {
    ...node(
      "--import",
      join(ROOT, "scripts/compile-cache.js"),
      join(ROOT, "scripts/build.ts"),
      "--content",
      content,
      "--out",
      join(out, "dist"),
      "--quiet",
    ),
    output: join(out, "dist/api/v1/notes"),
  };
  const site = join(out, "hugo");
  return [
    {
      name: "copy",
      ...node(import.meta.filename, "--copy", content, join(out, "copy")),
      output: join(out, "copy"),
    },
    {
      name: "Hugo",
      prepare: () => writeHugoSite(site),
      command: "hugo",
      args: [
        "--quiet",
        "--noTimes",
        "--noChmod",
        "--noBuildLock",
        "--source",
        site,
        "--contentDir",
        content,
        "--destination",
        "public",
        "--cacheDir",
        join(site, "cache"),
      ],
      output: join(site, "public"),
    },
    { name: "this, cold", ...own },
    { name: "this, nothing changed", ...own },
    {
      name: "this, one note changed",
      prepare: () => appendFileSync(join(content, changed), "\nOne more line.\n"),
      ...own,
    },
  ];
}

/** A site that makes one JSON file a note and does as little else as Hugo's settings allow. */
function writeHugoSite(folder: string): void {
  const layouts = join(folder, "layouts/_default");
  mkdirSync(layouts, { recursive: true });
  const off = ["404", "RSS", "home", "robotsTXT", "section", "sitemap", "taxonomy", "term"];
  const dates = ["date", "expiryDate", "lastmod", "publishDate"].map((name) => `${name} = []\n`);
  writeFileSync(
    join(folder, "hugo.toml"),
    `disableKinds = ${JSON.stringify(off)}\ndisableAliases = true\ndisablePathToLower = true\nuglyURLs = true
[outputs]\npage = ["json"]\n[frontmatter]\n${dates.join("")}`,
  );
  writeFileSync(
    join(layouts, "single.json"),
    '{{ dict "title" .Title "markdown" .RawContent | jsonify }}\n',
  );
}

/** Reads every note and writes it back as JSON, with nothing in between. */
function copy(content: string, out: string): void {
  const made = new Set<string>();
  for (const file of notesIn(content)) {
    const target = join(out, file.replace(/\.\w+$/, ".json"));
    if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
    made.add(dirname(target));
    const markdown = readFileSync(join(content, file), "utf8");
    writeFileSync(target, JSON.stringify({ title: file, markdown }));
  }
}

function notesIn(content: string): string[] {
  return readdirSync(content, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(md|markdown)$/.test(file),
  );
}

/** @throws Error with the end of what the command printed where it fails */
async function measure({ command, args }: Builder, cwd: string): Promise<Cost> {
  // What others have written but the disk does not hold yet must not be paid for by this one.
  spawnSync("sync");
  const cpuBefore = childCpuSeconds();
  const started = performance.now();
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-2000);
    });
  }
  let megabytes = Number.NaN;
  const timer = setInterval(() => {
    megabytes = peakMegabytes(child.pid) ?? megabytes;
  }, SAMPLE_MS);
  const [code] = await once(child, "close");
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`);
  return { seconds, cpuSeconds: childCpuSeconds() - cpuBefore, megabytes };
}

function peakMegabytes(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}

/** User and system time of all children that have ended: Linux counts in hundredths of a second. */
function childCpuSeconds(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** Measures every builder on one vault and returns a row of the table for each. */
async function measureVault(content: string, root: string, rounds: number): Promise<string[][]> {
  const files = notesIn(content);
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < rounds; round++) {
    const out = mkdtempSync(join(root, "round-"));
    const changed = files[Math.floor((files.length * (round + 0.5)) / rounds)]!;
    for (const builder of builders(content, out, changed)) {
      if (builder.command === "hugo" && spawnSync("hugo", ["version"]).status !== 0) continue;
      builder.prepare?.();
      const cost = await measure(builder, out).catch((error: Error) => error);
      if (cost instanceof Error) {
        console.error(`${builder.name} is left out: ${cost.message}`);
        continue;
      }
      const written = readdirSync(builder.output, { recursive: true, encoding: "utf8" });
      const notes = written.filter((file) => file.endsWith(".json")).length;
      if (notes !== files.length) console.error(`${builder.name}: ${notes} of ${files.length}`);
      costs.set(builder.name, [...(costs.get(builder.name) ?? []), cost]);
    }
  }
  const seconds = (name: string) => costs.get(name)?.map((cost) => cost.seconds) ?? [];
  return [...costs].map(([name, all]) => [
    `${files.length.toLocaleString("en")} notes, ${name}`,
    median(seconds(name)).toFixed(2),
    median(all.map((cost) => cost.cpuSeconds)).toFixed(2),
    median(all.map((cost) => cost.megabytes)).toFixed(0),
    ...["Hugo", "this, cold"].map((other) => ratios(seconds(name), seconds(other))),
  ]);
}

async function run(values: {
  notes: string;
  content?: string;
  rounds: string;
  dir: string;
}): Promise<void> {
  const root = mkdtempSync(join(values.dir, "bench-build-"));
  process.once("SIGINT", () => process.exit(130));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  const rows: string[][] = [];
  if (values.content !== undefined) {
    const content = join(root, "content");
    cpSync(values.content, content, { recursive: true });
    rows.push(...(await measureVault(content, root, Number(values.rounds))));
  } else {
    for (const notes of values.notes.split(",").map(Number)) {
      const content = join(root, `content-${notes}`);
      makeVault(content, { notes, isTidy: true });
      const rounds = Math.ceil(Number(values.rounds) / (notes > LARGE ? 2 : 1));
      rows.push(...(await measureVault(content, root, rounds)));
    }
  }
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.versions.node}`;
  console.log(`${new Date().toISOString().slice(0, 10)}, ${machine}. Medians of the rounds.\n`);
  console.log(
    markdownTable(["", "Seconds", "CPU seconds", "Peak MB", "÷ Hugo", "÷ this, cold"], rows),
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    notes: { type: "string", default: "1000,14000,100000" },
    content: { type: "string" },
    rounds: { type: "string", default: "5" },
    dir: { type: "string", default: tmpdir() },
    copy: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) process.stdout.write(USAGE);
else if (values.copy) copy(positionals[0]!, positionals[1]!);
else await run(values);
