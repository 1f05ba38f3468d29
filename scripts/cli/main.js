// Runs a command: `node scripts/cli/main.js build --check` runs `commands/build.ts`. In JavaScript, so that a Node
// that is too old can say so, and so that Node caches the compiled code of all modules from the first one on.
import module from "node:module";
import { join } from "node:path";

if (!process.features.typescript) {
  const { node } = process.versions;
  console.error(
    `Node ${node} is too old. Run npm ci, which brings a newer one, or use Node 22.18.`,
  );
  process.exit(1);
}
module.enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/compiled"));
process.removeAllListeners("warning").on("warning", (warning) => {
  // Some versions of Node call SQLite or TypeScript experimental.
  if (warning.name !== "ExperimentalWarning") console.error(warning.stack);
});
// As if the command itself had been run.
const [, command] = process.argv.splice(1, 2, "");
process.argv[1] = join(import.meta.dirname, `../commands/${command}.ts`);
await import(`../commands/${command}.ts`);
