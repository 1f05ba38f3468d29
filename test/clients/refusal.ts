import type { Reply } from "../worker/api-description.ts";
import { startService } from "../worker/service.ts";

/** What the service answers at the limit. @param seconds the value of `Retry-After` */
export async function refusal(seconds: number): Promise<Reply> {
  const limited = await startService({ vars: { RATE_LIMIT_REQUESTS: 1 } });
  const ask = () => limited.fetch("/", { client: "192.0.2.1" });
  await ask();
  const { headers, ...reply } = await ask();
  await limited.stop();
  return { ...reply, headers: { ...headers, "retry-after": String(seconds) } };
}
