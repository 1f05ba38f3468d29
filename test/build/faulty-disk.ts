import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Functions that need space on the disk. */
const ALLOCATING = ["writeSync", "writeFileSync", "mkdirSync", "copyFileSync", "openSync"] as const;
const OTHERS = ["renameSync", "rmSync", "rmdirSync"] as const;

/**
 * Makes this thread's changes to the disk fail from the n-th on, counted from 1, until the returned function
 * is called: all changes, as if the process had died, or, if the disk is full, those that need space.
 */
export function faultyDisk(n: number, fault: "dead" | "full"): () => void {
  const names = fault === "full" ? ALLOCATING : [...ALLOCATING, ...OTHERS];
  const before = Object.fromEntries(names.map((name) => [name, fs[name]]));
  let changes = 0;
  for (const name of names) {
    const change: (...args: never[]) => unknown = fs[name];
    const faulty = (...args: never[]) => {
      if (name !== "openSync" || args[1] === "w") {
        changes++;
        if (changes >= n) throw diskError(fault, name.replace("Sync", ""));
      }
      return change(...args);
    };
    Object.assign(fs, { [name]: faulty });
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, before);
    syncBuiltinESMExports();
  };
}

function diskError(fault: "dead" | "full", syscall: string): Error {
  return fault === "full"
    ? Object.assign(new Error(`ENOSPC: no space left on device, ${syscall}`), {
        code: "ENOSPC",
        syscall,
      })
    : new Error("dead");
}

/** Makes a file read back with one bit of its last byte changed, until the returned function is called. */
export function diskThatDamages(file: string): () => void {
  const { readFileSync } = fs;
  const damaged = (...args: Parameters<typeof readFileSync>) => {
    const read = readFileSync(...args);
    if (typeof read !== "string" && `${args[0]}`.endsWith(file)) read[read.length - 1]! ^= 1;
    return read;
  };
  Object.assign(fs, { readFileSync: damaged });
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { readFileSync });
    syncBuiltinESMExports();
  };
}
