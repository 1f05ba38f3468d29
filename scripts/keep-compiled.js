/**
 * Has Node keep, beside the packages, what it compiles of the code that this thread loads from now on: to
 * strip types and compile is most of a run that has little to do. A folder that cannot be written is none.
 *
 * In JavaScript, to be loaded before all else (`node --import`): to strip the types of even one file, Node
 * loads three megabytes of code.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** For a new thread, as `NODE_COMPILE_CACHE` in its environment: then even its first file is kept. */
export const COMPILED_FOLDER = join(import.meta.dirname, "../node_modules/.cache/compiled");

enableCompileCache(COMPILED_FOLDER);
