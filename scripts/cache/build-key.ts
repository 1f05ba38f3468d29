import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CONFIG_FILE } from "../collections/config-file.ts";
import type { BuildOptions } from "../options/build-options.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The code that makes the output, and the versions of what it stands on. */
const CODE = [
  "scripts/**/*.ts",
  "scripts/**/*.json",
  "worker/contract/**/*.ts",
  "package-lock.json",
];

/** A digest of all that the output depends on but the notes: code, versions, configuration, folder. */
export function buildKey({ contentDir, rules }: BuildOptions): string {
  const code = globSync(CODE, { cwd: ROOT })
    .sort()
    .map((file) => readFileSync(join(ROOT, file), "utf8"));
  const parts = [process.version, resolve(contentDir), configText(contentDir), [...rules], ...code];
  return hash("sha256", JSON.stringify(parts), "base64url");
}

/** Undefined where there is none, or none that can be read, which the reading of it tells. */
function configText(contentDir: string): string | undefined {
  try {
    return readFileSync(join(contentDir, CONFIG_FILE), "base64");
  } catch {
    return undefined;
  }
}
