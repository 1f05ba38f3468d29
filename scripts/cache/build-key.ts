import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CONFIG_FILE } from "../collections/config-file.ts";
import type { BuildOptions } from "../options/build-options.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The code that makes the output, and the versions of what it stands on. */
const CODE = ["scripts", "worker/contract"];
const VERSIONS = "package-lock.json";

/** A digest of all that the output depends on but the notes: code, versions, configuration, folder. */
export function buildKey({ contentDir, rules }: BuildOptions): string {
  const parts = [process.version, resolve(contentDir), configText(contentDir), [...rules]];
  code ??= codeDigest();
  return createHash("sha256").update(JSON.stringify(parts)).update(code).digest("base64url");
}

/** Found out once: the code that a process runs stays as it was when it was loaded. */
let code: string | undefined;

function codeDigest(): string {
  const sum = createHash("sha256");
  for (const file of [VERSIONS, ...codeFiles()]) {
    const bytes = readFileSync(join(ROOT, file));
    sum.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return sum.digest("base64url");
}

/** Relative to the root, ordered. */
function codeFiles(): string[] {
  return CODE.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { encoding: "utf8", recursive: true })
      .filter((file) => /\.(?:ts|json)$/.test(file))
      .map((file) => join(folder, file)),
  ).sort();
}

/** Undefined where there is none, or none that can be read, which the reading of it tells. */
function configText(contentDir: string): string | undefined {
  try {
    return readFileSync(join(contentDir, CONFIG_FILE), "base64");
  } catch {
    return undefined;
  }
}
