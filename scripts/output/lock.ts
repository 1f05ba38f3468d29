import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";

const LOCK_POLL_MS = 20;
/** SQLite's error code for a file that another process has locked. */
const SQLITE_BUSY = 5;

/** Waits for a lock on a file. */
export async function acquireLock(path: string): Promise<DatabaseSync> {
  for (;;) {
    const lock = tryLock(path);
    if (lock !== undefined) return lock;
    await setTimeout(LOCK_POLL_MS);
  }
}

/**
 * Locks a file until the returned database is closed; undefined if it is locked already. Node has no file locks, but
 * an open transaction of an empty SQLite database is one on every system, and is released when the process ends,
 * however it ends.
 */
export function tryLock(path: string): DatabaseSync | undefined {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    return undefined;
  }
}
