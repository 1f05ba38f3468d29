/** `npm run bench -- [PART] [arguments of the part]`: one part, or all of them in turn. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const PARTS = ["build", "edge", "search"];

const USAGE = `Usage: npm run bench -- [${PARTS.join("|")}] [arguments of the part]

Without a part: all of them in turn, which takes long.

SEARCH_CORPORA=DIR in the environment: judged corpora to search, one of them the notes of the edge.`;

const [part, ...rest] = process.argv.slice(2);
if (part === "--help" || part === "-h") {
  console.log(USAGE);
} else if (part !== undefined && !PARTS.includes(part)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  for (const name of part === undefined ? PARTS : [part]) {
    const script = join(import.meta.dirname, name, "bench.ts");
    const { status } = spawnSync(process.execPath, [script, ...rest], { stdio: "inherit" });
    process.exitCode ||= status ?? 1;
  }
}
