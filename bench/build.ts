/**
 * The cost of a build: seconds, CPU time and memory of this build, of Hugo, and of a bare copy that
 * only reads every note and writes it back as JSON. They take turns in one run.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArguments, runCommand } from "../scripts/cli/command.ts";
import { makeVault } from "../test/vaults/made-vault.ts";
import { markdownTable, median, ratios, runHeading, temporaryFolder, thousands } from "./report.ts";

const USAGE = `Usage: npm run bench -- build [options]

  --notes N,N,…    notes in each generated vault, with ten links in a note (default: 1000,14000,100000)
  --content DIR    measure a copy of this folder of notes, and a generated vault with as many
  --rounds N       number of times that everything is measured (default: 5)
  --dir DIR        parent of the working folder (default: the system's temporary folder)
  -h, --help       show this

Needs GNU time as /usr/bin/time. Programs that do not run, such as Hugo if it is not installed, are left out.
`;

/** Average number of links in a generated note. */
const LINKS = 10;
const ABOUT = `Generated notes have ${LINKS} links each on average. Hugo resolves none of them, looks for no problems and builds no search index.`;

const ROOT = join(import.meta.dirname, "..");

interface Cost {
  seconds: number;
  cpuSeconds: number;
  /** Peak resident megabytes. */
  megabytes: number;
}

/** A build to be measured. */
interface Builder {
  name: string;
  /** Runs before, and is not measured. */
  prepare?: () => void;
  command: string;
  args: readonly string[];
  /** The folder with a JSON file for each note. */
  output: string;
}

const node = (...args: string[]) => ({ command: process.execPath, args });

/** The builders of one round, in a new folder, because on some file systems deleted files slow down new ones. */
function builders(content: string, out: string, changed: string): Builder[] {
  // Like `npm run build`.
  const own = {
    ...node(
      join(ROOT, "scripts/cli/main.js"),
      "build",
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

/** Writes a site that makes one JSON file per note and does as little else as Hugo's settings allow. */
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

/** @throws Error with the command's output if it fails */
function measure({ command, args }: Builder, cwd: string): Cost {
  // Otherwise the command would pay for earlier writes that are not on the disk yet.
  spawnSync("sync");
  const started = performance.now();
  const timed = ["--format", "%U %S %M", command, ...args];
  const { status, error, stderr } = spawnSync("/usr/bin/time", timed, { cwd, encoding: "utf8" });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${command} failed: ${error ?? stderr.slice(-2000)}`);
  const [user = 0, system = 0, kibibytes = 0] = stderr
    .trimEnd()
    .split("\n")
    .at(-1)!
    .split(" ")
    .map(Number);
  return { seconds, cpuSeconds: user + system, megabytes: (kibibytes * 1024) / 1e6 };
}

/** Measures every builder on one vault and returns a row of the table for each. @param what its notes are called */
function measureVault(content: string, what: string, root: string, rounds: number): string[][] {
  const files = notesIn(content);
  const costs: Record<string, Cost[]> = {};
  for (let round = 0; round < rounds; round++) {
    const out = mkdtempSync(join(root, "round-"));
    const changed = files[Math.floor((files.length * (round + 0.5)) / rounds)]!;
    for (const builder of builders(content, out, changed)) {
      builder.prepare?.();
      try {
        costs[builder.name] = [...(costs[builder.name] ?? []), measure(builder, out)];
      } catch (error) {
        console.error(String(error));
        continue;
      }
      const written = readdirSync(builder.output, { recursive: true, encoding: "utf8" });
      const notes = written.filter((file) => file.endsWith(".json")).length;
      if (notes !== files.length) console.error(`${builder.name}: ${notes} of ${files.length}`);
    }
  }
  const seconds = (name: string) => costs[name]?.map((cost) => cost.seconds) ?? [];
  return Object.entries(costs).map(([name, all]) => [
    `${thousands(files.length)} ${what}, ${name}`,
    median(seconds(name)).toFixed(2),
    median(all.map((cost) => cost.cpuSeconds)).toFixed(2),
    thousands(median(all.map((cost) => cost.megabytes))),
    ...["Hugo", "this, cold"].map((other) => ratios(seconds(name), seconds(other))),
  ]);
}

/**
 * Measures generated vaults, or a copy of a folder of notes beside a generated vault, and prints a table.
 * @param sizes numbers of notes, with commas
 */
function compareBuilds(
  sizes: string,
  notes: string | undefined,
  rounds: number,
  dir: string,
): void {
  const root = temporaryFolder(dir);
  const measured = (content: string, what: string) => measureVault(content, what, root, rounds);
  const measureGenerated = (size: number) => {
    const content = join(root, `generated-${size}`);
    makeVault(content, { notes: size, links: LINKS });
    return measured(content, "notes");
  };
  const measureCopy = (folder: string) => {
    const content = join(root, "content");
    cpSync(folder, content, { recursive: true });
    return [...measured(content, "pages"), ...measureGenerated(notesIn(folder).length)];
  };
  const rows = notes
    ? measureCopy(notes)
    : sizes.split(",").flatMap((size) => measureGenerated(Number(size)));
  const head = ["", "Seconds", "CPU seconds", "Peak MB", "÷ Hugo", "÷ this, cold"];
  console.log(`${runHeading()} Medians of the rounds. ${ABOUT}\n\n${markdownTable(head, rows)}`);
}

const CONFIG = {
  allowPositionals: true,
  options: {
    notes: { type: "string", default: "1000,14000,100000" },
    content: { type: "string" },
    rounds: { type: "string", default: "5" },
    dir: { type: "string", default: tmpdir() },
    copy: { type: "boolean", default: false },
  },
} as const;

await runCommand(async (args) => {
  const { values, positionals } = parseArguments(args, CONFIG);
  if (values.copy) copy(positionals[0]!, positionals[1]!);
  else compareBuilds(values.notes, values.content, Number(values.rounds), values.dir);
  return 0;
}, USAGE);
