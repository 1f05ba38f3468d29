#!/usr/bin/env node
// Runs a command: `main.js build --check` runs `commands/build`, and without a command it is `start`. In JavaScript, so
// that a Node that is too old can say so, and so that Node caches the compiled code of all modules from the first one on.
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

// A package has compiled code, and not the commands of those who work on the project.
const isPackage = !existsSync(new URL("../commands/start.ts", import.meta.url));
const COMMANDS = ["start", "mcp", "serve", "build", "check", "deploy", "smoke"];
if (!isPackage) COMMANDS.push("dev", "pack");

const [, , first, ...others] = process.argv;
const command = COMMANDS.includes(first) ? first : "start";
const args = command === first ? others : process.argv.slice(2);
const name = command === "check" ? "build" : command;

if (!isPackage && !existsSync(new URL("../../node_modules/yaml", import.meta.url))) {
  console.error("The packages are not installed. Run npm ci first.");
  process.exit(1);
}
const { node } = process.versions;
const [major, minor] = node.split(".").map(Number);
const least = isPackage ? 13 : 18;
if (major < 22 || (major === 22 && minor < least)) {
  const advice = isPackage
    ? "Use"
    : "Use node_modules/.bin/node, which npm ci brings and npm start uses, or";
  console.error(`Node ${node} is too old. ${advice} Node 22.${least} or newer.`);
  process.exit(1);
}
if (first === "--version") {
  console.log(
    JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version,
  );
  process.exit();
}
if (command !== first && first?.startsWith("-") === false && !existsSync(first)) {
  const { didYouMean } = await import(`../diagnostics/nearest.${isPackage ? "js" : "ts"}`);
  const meant = didYouMean(first, COMMANDS);
  console.error(`${JSON.stringify(first)} is neither a command nor a folder.${meant} See --help.`);
  process.exit(2);
}
const compiled = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url));
module.enableCompileCache?.(isPackage ? undefined : compiled);
process.removeAllListeners("warning").on("warning", (warning) => {
  // Some versions of Node call SQLite or TypeScript experimental.
  if (warning.name !== "ExperimentalWarning") console.error(warning.stack);
});
// As if the command itself had been run.
const source = `../commands/${name}.${isPackage ? "js" : "ts"}`;
const file = fileURLToPath(new URL(source, import.meta.url));
process.argv = [process.execPath, file, ...args, ...(command === "check" ? ["--check"] : [])];
await import(source);
