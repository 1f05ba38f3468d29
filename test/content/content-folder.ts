import { join } from "node:path";

/** The folder of the shipped collection. */
export const CONTENT = join(import.meta.dirname, "../../content");
