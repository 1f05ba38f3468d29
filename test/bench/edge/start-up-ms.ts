import { HttpConnection } from "../../edge/http-connection.ts";
import { Workerd } from "../../edge/workerd.ts";

/** Milliseconds from the start of the process to the end of the first answer. */
export async function startUpMs(config: string, folder: string, request: string): Promise<number> {
  const started = performance.now();
  const workerd = await Workerd.start(config, folder);
  try {
    const connection = await HttpConnection.open(workerd.port);
    await connection.send(request);
    connection.close();
    return performance.now() - started;
  } finally {
    await workerd.stop();
  }
}
