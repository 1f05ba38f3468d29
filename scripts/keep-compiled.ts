import { enableCompileCache } from "node:module";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../node_modules/.cache/compiled");

/**
 * Has Node keep, beside the packages, what it compiles of the code that this thread loads from now on:
 * to strip types and compile is most of a run that has little to do. A folder that cannot be written is none.
 */
export function keepCompiled(): void {
  enableCompileCache(FOLDER);
}
