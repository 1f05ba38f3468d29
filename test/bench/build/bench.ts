import { spawnSync } from "node:child_process";
import { appendFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeVault } from "../vaults/make-vault.ts";
import { type Cost, costPlot } from "./cost-plot.ts";
import { runTimed, type Timed } from "./run-timed.ts";

const HERE = import.meta.dirname;
const BUILD = join(HERE, "../../../scripts/build.ts");
const { values } = parseArgs({
  options: { notes: { type: "string", default: "1000,10000,100000" } },
});
const sizes = values.notes.split(",").map(Number);
const root = mkdtempSync(join(tmpdir(), "bench-build-"));
const costs = new Map<string, { notes: number; seconds: number }[]>();
process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores\n`);
try {
  for (const notes of sizes) await measure(notes);
  const plotted: Cost[] = [...costs].map(([name, points]) => ({ name, points }));
  writeFileSync(join(HERE, "cost.svg"), costPlot(plotted));
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Builds one vault by each builder, the floor first and last. */
async function measure(notes: number): Promise<void> {
  const content = join(root, `content-${notes}`);
  makeVault(content, { notes, seed: 1 });
  const out = join(root, `out-${notes}`);
  const node = process.execPath;
  const build = [
    BUILD,
    "--content",
    content,
    "--out",
    join(out, "dist"),
    "--quiet",
    "--report",
    "json",
  ];
  const floor = () => runTimed(node, [join(HERE, "floor.ts"), content, join(out, "floor")]);
  tell(notes, "floor", await floor());
  tell(notes, "cold build", await runTimed(node, build));
  tell(notes, "nothing changed", await runTimed(node, build));
  appendFileSync(join(content, globSync("**/*.md", { cwd: content })[0]!), "\nOne more line.\n");
  tell(notes, "one changed", await runTimed(node, build));
  if (spawnSync("hugo", ["version"]).status === 0) tell(notes, "Hugo", await hugo(content, out));
  rmSync(join(out, "floor"), { recursive: true });
  tell(notes, "floor again", await floor());
  rmSync(out, { recursive: true });
}

/** Hugo writes a JSON file a page, and resolves no link. */
async function hugo(content: string, out: string): Promise<Timed> {
  const site = join(out, "hugo");
  mkdirSync(join(site, "layouts/_default"), { recursive: true });
  writeFileSync(
    join(site, "hugo.toml"),
    'disableKinds = ["taxonomy", "term", "RSS", "sitemap", "home", "section"]\n[outputs]\npage = ["json"]\n',
  );
  const template = '{{ dict "title" .Title "markdown" .RawContent | jsonify }}';
  writeFileSync(join(site, "layouts/_default/single.json"), template);
  return runTimed("hugo", [
    "--quiet",
    "--source",
    site,
    "--contentDir",
    content,
    "--config",
    join(site, "hugo.toml"),
  ]);
}

function tell(notes: number, name: string, { seconds, memory }: Timed): void {
  const rate = Math.round(notes / seconds);
  const row = [
    notes,
    name.padEnd(16),
    `${seconds.toFixed(2)} s`,
    `${rate} notes/s`,
    `${Math.round(memory / 1e6)} MB`,
  ];
  process.stdout.write(`${row.join("\t")}\n`);
  if (name === "floor again") return;
  costs.set(name, [...(costs.get(name) ?? []), { notes, seconds }]);
}
