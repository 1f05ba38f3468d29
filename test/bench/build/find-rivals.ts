import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Versions of the builders that ours is compared with, as far as they are installed. */
export interface Rivals {
  Hugo?: string;
  Eleventy?: string;
}

/** Looks for Hugo on the PATH, and for Eleventy in the package beside this file. */
export function findRivals(): Rivals {
  const { stdout } = spawnSync("hugo", ["version"], { encoding: "utf8" });
  const hugo = /v(\d+\.\d+\.\d+)/.exec(stdout ?? "")?.[1];
  const eleventy = eleventyVersion();
  return { ...(hugo && { Hugo: hugo }), ...(eleventy && { Eleventy: eleventy }) };
}

function eleventyVersion(): string | undefined {
  const file = join(import.meta.dirname, "node_modules/@11ty/eleventy/package.json");
  try {
    const { version }: { version: string } = JSON.parse(readFileSync(file, "utf8"));
    return version;
  } catch {
    return undefined;
  }
}
