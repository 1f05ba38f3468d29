/**
 * The cost of a build: seconds, CPU time and memory of this build, of other generators, and of a bare copy that only
 * reads every note and writes it back as JSON. They take turns in one run. Then what an edit costs under `npm start`.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArguments, runCommand } from "../scripts/cli/command.ts";
import { limitGarbage } from "../scripts/commands/rebuild.ts";
import { Builder } from "../scripts/pipeline/builder.ts";
import { markdownTable, median, ratios, runHeading, temporaryFolder, thousands } from "./report.ts";
import { makeVault } from "./vaults/made-vault.ts";

const USAGE = `Usage: npm run bench -- build [options]

  --notes N,N,…    notes in each generated vault, with ten links in a note (default: 318,2000,14000,100000)
  --content DIR    measure a copy of this folder of notes, and a generated vault with as many
  --rounds N       number of times that everything is measured (default: 5)
  --dir DIR        parent of the working folder (default: the system's temporary folder)
  -h, --help       show this

Needs GNU time as /usr/bin/time. Programs that are not installed are left out: Hugo on the PATH, and those of
"npm ci --prefix bench/rivals".
`;

/** Average number of links in a generated note. */
const LINKS = 10;
const ABOUT = `Generated notes have ${LINKS} links each on average. None of the other programs resolves them.`;

const ROOT = join(import.meta.dirname, "..");

interface Cost {
  seconds: number;
  cpuSeconds: number;
  /** Peak resident megabytes. */
  megabytes: number;
}

/** A build to be measured. */
interface Program {
  name: string;
  /** Runs before, and is not measured. */
  prepare?: () => void;
  command: string;
  args: readonly string[];
  /** The folder with a file for each note, and how such a file's name ends; absent if there is none. */
  output?: [folder: string, end: string];
}

const node = (...args: string[]) => ({ command: process.execPath, args });
const rival = (name: string, ...args: string[]) => ({
  command: join(import.meta.dirname, "rivals/node_modules/.bin", name),
  args,
});

/** The programs of one round, in a new folder, because on some file systems deleted files slow down new ones. */
function programs(content: string, out: string): Program[] {
  const site = join(out, "hugo");
  const settings = ["--quiet", "--noTimes", "--noChmod", "--noBuildLock"];
  const hugo = ["--source", site, "--contentDir", content, "--cacheDir", join(site, "cache")];
  const html = join(out, "eleventy");
  // Like `npm run build`.
  const own = ["build", "--content", content, "--out", join(out, "dist"), "--quiet"];
  return [
    {
      name: "copy",
      ...node(import.meta.filename, "--copy", content, join(out, "copy")),
      output: [join(out, "copy"), ".json"],
    },
    {
      name: "Hugo",
      prepare: () => writeHugoSite(site),
      command: "hugo",
      args: [...settings, ...hugo, "--destination", "public"],
      output: [join(site, "public"), ".json"],
    },
    {
      name: "velite",
      prepare: () => writeVeliteConfig(content, out),
      ...rival("velite", "build", "--silent", "--config", join(out, "velite.config.js")),
    },
    {
      name: "Eleventy",
      prepare: () => writeEleventyConfig(content, out),
      ...rival("eleventy", "--quiet", "--config=eleventy.config.js", "--output=eleventy"),
      output: [html, ".html"],
    },
    { name: "Pagefind, of that HTML", ...rival("pagefind", "--silent", "--site", html) },
    {
      name: "this, cold",
      ...node(join(ROOT, "scripts/cli/main.js"), ...own),
      output: [join(out, "dist/api/v1/notes"), ".json"],
    },
  ];
}

/** Writes the settings of velite: title and raw text of every note. */
function writeVeliteConfig(content: string, folder: string): void {
  symlinkSync(join(import.meta.dirname, "rivals/node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "velite.config.js"),
    `import { defineCollection, defineConfig, s } from "velite";
const schema = s.object({ title: s.any(), markdown: s.raw() });
const notes = defineCollection({ name: "Note", pattern: "**/*.md", schema });
export default defineConfig({ root: ${JSON.stringify(content)}, collections: { notes } });
`,
  );
}

/** Writes the settings of Eleventy: every note as HTML, without templates in its text. */
function writeEleventyConfig(content: string, folder: string): void {
  symlinkSync(content, join(folder, "notes"));
  writeFileSync(
    join(folder, "eleventy.config.js"),
    `export default (config) => {
  config.addTransform("page", (html) => "<!doctype html><html><body>" + html + "</body></html>");
  return { markdownTemplateEngine: false, templateFormats: ["md"], dir: { input: "notes" } };
};
`,
  );
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
function measure({ command, args }: Program, cwd: string): Cost {
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

/** One edit of each kind to a vault, with the paths that change. */
const EDITS: Record<string, (content: string, file: string, round: number) => string[]> = {
  "a line": (content, file) => {
    appendFileSync(join(content, file), "\nOne more line.\n");
    return [file];
  },
  "a new note": (content, _, round) => {
    writeFileSync(join(content, `new-${round}.md`), "# New\n\nText.\n");
    return [`new-${round}.md`];
  },
  "another title": (content, file, round) => {
    const text = readFileSync(join(content, file), "utf8");
    const titled = text.replace(/^(title:|# ).*$/m, `$1 Title ${round}`);
    writeFileSync(join(content, file), titled);
    return [file];
  },
  "another name": (content, file, round) => {
    const renamed = file.replace(/\.md$/, ` ${round}.md`);
    renameSync(join(content, file), join(content, renamed));
    return [file, renamed];
  },
  "a note less": (content, _, round) => {
    rmSync(join(content, `new-${round}.md`));
    return [`new-${round}.md`];
  },
};

/** Builds a vault, edits it as often as there are rounds, as under `npm start`, and prints what each build costs. */
async function rebuild(content: string, outDir: string, rounds: number): Promise<void> {
  limitGarbage();
  const rules = new Map();
  const builder = new Builder({ contentDir: content, outDir, check: false, rules, ignore: [] });
  await builder.run();
  const files = notesIn(content);
  const costs: Record<string, Cost[]> = {};
  for (let round = 0; round < rounds; round++) {
    const file = files[Math.floor((files.length * (round + 0.5)) / rounds)]!;
    for (const [name, edit] of Object.entries(EDITS)) {
      const changed = new Set(edit(content, file, round));
      const [before, started] = [process.cpuUsage(), performance.now()];
      await builder.run(undefined, changed);
      const { user, system } = process.cpuUsage(before);
      costs[name] ??= [];
      costs[name].push({
        seconds: (performance.now() - started) / 1000,
        cpuSeconds: (user + system) / 1e6,
        megabytes: process.memoryUsage.rss() / 1e6,
      });
    }
  }
  process.stdout.write(JSON.stringify(costs));
}

/** Measures every program on one vault and returns a row of the table for each. @param what its notes are called */
function measureVault(content: string, what: string, root: string, rounds: number): string[][] {
  const files = notesIn(content);
  const costs: Record<string, Cost[]> = {};
  const out = (round: number | string) => mkdtempSync(join(root, `round-${round}-`));
  for (let round = 0; round < rounds; round++) {
    const folder = out(round);
    for (const program of programs(content, folder)) {
      if (program.command.startsWith("/") && !existsSync(program.command)) continue;
      program.prepare?.();
      try {
        costs[program.name] = [...(costs[program.name] ?? []), measure(program, folder)];
      } catch (error) {
        console.error(String(error));
        continue;
      }
      if (!program.output) continue;
      const written = readdirSync(program.output[0], { recursive: true, encoding: "utf8" });
      const notes = written.filter((file) => file.endsWith(program.output![1])).length;
      if (notes !== files.length) console.error(`${program.name}: ${notes} of ${files.length}`);
    }
  }
  const args = [import.meta.filename, "--rebuild", content, join(out("edits"), "dist")];
  const { stdout } = spawnSync(process.execPath, [...args, "--rounds", `${rounds}`], {
    encoding: "utf8",
  });
  for (const [name, all] of Object.entries<Cost[]>(JSON.parse(stdout || "{}"))) {
    costs[`this, ${name}`] = all;
  }
  const seconds = (name: string) => costs[name]?.map((cost) => cost.seconds) ?? [];
  return Object.entries(costs).map(([name, all]) => [
    `${thousands(files.length)} ${what}, ${name}`,
    median(seconds(name)).toFixed(3),
    median(all.map((cost) => cost.cpuSeconds)).toFixed(3),
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
    notes: { type: "string", default: "318,2000,14000,100000" },
    content: { type: "string" },
    rounds: { type: "string", default: "5" },
    dir: { type: "string", default: tmpdir() },
    copy: { type: "boolean", default: false },
    rebuild: { type: "boolean", default: false },
  },
} as const;

await runCommand(async (args) => {
  const { values, positionals } = parseArguments(args, CONFIG);
  if (values.copy) copy(positionals[0]!, positionals[1]!);
  else if (values.rebuild) await rebuild(positionals[0]!, positionals[1]!, Number(values.rounds));
  else compareBuilds(values.notes, values.content, Number(values.rounds), values.dir);
  return 0;
}, USAGE);
