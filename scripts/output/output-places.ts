import { basename, dirname, join, resolve } from "node:path";
import { realPath } from "../content/real-path.ts";

/** The output folder and what a build keeps beside it, on the same disk, so that a rename is enough. */
export interface OutputPlaces {
  /** Free of symbolic links: a link to the output stays one, and its folder is the one that is built. */
  out: string;
  /** Where the next output is made ready. */
  staging: string;
  /** Where the old output is for as long as the new one takes its name. */
  retired: string;
  /** The output before the last: the next one is made of it where little changes. */
  spare: string;
  /** What builds leave to the next one: safe to delete. */
  cache: string;
}

export function outputPlaces(outDir: string): OutputPlaces {
  const out = realPath(resolve(outDir));
  const beside = (what: string) => join(dirname(out), `.${basename(out)}.${what}`);
  return {
    out,
    staging: beside("new"),
    retired: beside("old"),
    spare: beside("spare"),
    cache: beside("cache"),
  };
}
