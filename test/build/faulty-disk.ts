import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished } from "vitest";

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

/**
 * Replaces a function of Node's `fs` until the test ends, or the returned function is called.
 * @param make returns what takes the place of the real one
 */
export function replaceInFs<Name extends keyof typeof fs>(
  name: Name,
  make: (real: (typeof fs)[Name]) => unknown,
): () => void {
  const real = fs[name];
  const set = (value: unknown) => {
    Object.assign(fs, { [name]: value });
    syncBuiltinESMExports();
  };
  const repair = () => set(real);
  onTestFinished(repair);
  set(make(real));
  return repair;
}
