import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What needs room on the disk. */
const ALLOCATING = [
  "writeSync",
  "writeFileSync",
  "mkdirSync",
  "linkSync",
  "copyFileSync",
  "openSync",
] as const;
const OTHERS = ["renameSync", "rmSync", "rmdirSync"] as const;

/**
 * Until what is returned is called, the changes of the disk that this thread asks for fail, from the n-th on,
 * counted from 1: all of them, as after a death at that moment, or, where it is full, those that need room.
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

/** Until what is returned is called, files cannot get a second name, as on FAT and on some network drives. */
export function diskWithoutHardLinks(): () => void {
  const { linkSync } = fs;
  fs.linkSync = () => {
    throw Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM" });
  };
  syncBuiltinESMExports();
  return () => {
    fs.linkSync = linkSync;
    syncBuiltinESMExports();
  };
}
