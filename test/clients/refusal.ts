import type { Reply } from "../worker/api-description.ts";
import { startService } from "../worker/service.ts";

let answer: Promise<Reply> | undefined;

/** What the service answers at the limit. @param seconds the value of `Retry-After` */
export async function refusal(seconds: number): Promise<Reply> {
  answer ??= refused();
  const { headers, ...reply } = await answer;
  return { ...reply, headers: { ...headers, "retry-after": String(seconds) } };
}

async function refused(): Promise<Reply> {
  const limited = await startService({ vars: { RATE_LIMIT_REQUESTS: 1 } });
  const ask = () => limited.fetch("/", { client: "192.0.2.1" });
  await ask();
  const reply = await ask();
  await limited.stop();
  return reply;
}
