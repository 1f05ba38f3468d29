import { parentPort, Worker, workerData } from "node:worker_threads";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";

interface ThreadData {
  server: ServerOptions;
}

/**
 * Starts the server in a thread of its own, which answers while this one is busy.
 *
 * @param showOutput receives its log, in place of the process's output
 * @throws Error as `startServer` does
 */
export async function startServerThread(
  options: ServerOptions,
  showOutput?: (text: string) => void,
): Promise<RunningServer> {
  const isShown = showOutput !== undefined;
  const data: ThreadData = { server: options };
  const thread = new Worker(import.meta.filename, {
    workerData: data,
    stdout: isShown,
    stderr: isShown,
  });
  if (isShown) {
    for (const stream of [thread.stdout, thread.stderr]) {
      stream.setEncoding("utf8").on("data", showOutput);
    }
  }
  const exit = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const place = await new Promise<Omit<RunningServer, "close">>((resolve, reject) => {
    thread.once("message", resolve).once("error", reject);
  });
  return {
    ...place,
    close: () => {
      thread.postMessage("close");
      return exit;
    },
  };
}

const { server } = (workerData ?? {}) as Partial<ThreadData>;
if (server !== undefined && parentPort !== null) {
  const port = parentPort;
  const { close, ...place } = await startServer(server);
  port.once("message", () => close());
  port.postMessage(place);
}
