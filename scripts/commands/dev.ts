import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "../cli/command.ts";
import { parseBuildOptions, splitOptions } from "../cli/options.ts";
import { typed } from "../cli/program.ts";
import { Builder } from "../pipeline/builder.ts";
import { printReport } from "../report/print.ts";
import { openProgress } from "../report/progress.ts";

const USAGE = `Usage: ${typed("dev", "[options]")}

Builds the notes once and runs the Worker with wrangler dev, as it is deployed. For the
work on notes, ${typed("start")} is faster.

Options:
  --content DIR, --ignore GLOB, --attachments URL, --language CODE,
  --rule NAME=SEVERITY  as in ${typed("build")}
  -h, --help            show this

All other options are passed to wrangler dev, such as --port 9000.
`;

async function dev(args: readonly string[]): Promise<number> {
  const { build, others } = splitOptions(args);
  const options = parseBuildOptions([...build, "--out", "dist"], {});
  const result = await new Builder(options).run(openProgress(options, process.env));
  printReport(result, options);
  if (result.counts.some(({ severity }) => severity === "error")) return 1;
  const manifest = createRequire(import.meta.url).resolve("wrangler/package.json");
  const wrangler = join(dirname(manifest), "bin", "wrangler.js");
  // Without a request to Cloudflare at the start.
  const env = { CLOUDFLARE_CF_FETCH_ENABLED: "false", ...process.env };
  const child = spawn(process.execPath, [wrangler, "dev", ...others], { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // As in shells: 128 plus the number of the signal that ended the process.
    child.once("exit", (code, signal) =>
      resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]),
    );
  });
}

await runCommand(dev, USAGE);
