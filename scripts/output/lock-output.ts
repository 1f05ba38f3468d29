import { hash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputPlaces } from "./output-places.ts";

/**
 * Waits until no other build on this machine writes to an output folder, and keeps others waiting
 * until it is disposed of. The lock is a socket that is listened on: the system lets go of it when
 * the process ends, however it ends.
 */
export async function lockOutput(outDir: string): Promise<Disposable> {
  const address = lockAddress(outputPlaces(outDir).out);
  for (;;) {
    const lock = await listen(address);
    if (lock) return lock;
    const wasHeld = await waitForRelease(address);
    if (!wasHeld && !isOwnedBySystem) rmSync(address, { force: true });
  }
}

/** Whether a socket's name goes with its process, as abstract ones and pipes do; others are files. */
const isOwnedBySystem = process.platform === "linux" || process.platform === "win32";

function lockAddress(out: string): string {
  const name = `notes-build-${hash("sha1", out, "hex")}`;
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** Undefined where somebody listens already, or did and left the name behind. */
async function listen(address: string): Promise<Disposable | undefined> {
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket.on("error", () => socket.destroy()).unref());
  });
  try {
    server.listen(address);
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
    throw error;
  }
  server.unref();
  return { [Symbol.dispose]: () => release(server, waiting) };
}

function release(server: Server, waiting: ReadonlySet<Socket>): void {
  server.close();
  for (const socket of waiting) socket.destroy();
}

/** @returns false where nobody held the lock */
async function waitForRelease(address: string): Promise<boolean> {
  const socket = connect(address);
  const wasHeld = once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.on("error", () => undefined).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  return wasHeld;
}
