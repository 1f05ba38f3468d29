import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ContentError } from "../report/errors.ts";
import type { Finding } from "../report/problems.ts";
import { CONFIG_FILE } from "./config-file.ts";
import type { ContentConfig } from "./content-config.ts";
import { LENIENT } from "./lenient.ts";

/**
 * Reads `collections.yaml` of a content folder and checks it.
 * A folder without one gets the defaults; one that is wrong gives the defaults and says what is wrong.
 * @returns `sourceOf` gives the text that the findings point into
 * @throws ContentError where there is no such folder
 */
export async function readConfig(contentDir: string): Promise<{
  config: ContentConfig;
  findings: Finding[];
  sourceOf: (file: string) => string | undefined;
}> {
  if (!existsSync(contentDir)) throw new ContentError(`There is no folder ${contentDir}.`);
  const path = join(contentDir, CONFIG_FILE);
  if (!existsSync(path)) return { config: LENIENT, findings: [], sourceOf: () => undefined };
  const text = readConfigFile(path);
  // Loaded here: readers of YAML and of schemas are much code, and most vaults have no such file.
  const { parseConfig } = await import("./parse-config.ts");
  return {
    ...parseConfig(text),
    sourceOf: (file) => (file === CONFIG_FILE ? text : undefined),
  };
}

function readConfigFile(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new ContentError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}
