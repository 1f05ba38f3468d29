import { LIST_ADDRESS } from "../../../worker/contract/addresses.ts";
import type { Workerd } from "../../edge/workerd.ts";
import { Requests } from "./requests.ts";

/** Asks as the first client of a load until it is refused, and returns the refusal. */
export async function useUp({ port }: Workerd): Promise<Response> {
  const headers = { "CF-Connecting-IP": Requests.firstClient };
  const init = { method: "HEAD", headers };
  const target = `http://127.0.0.1:${port}${LIST_ADDRESS}`;
  while ((await fetch(target, init)).status !== 429);
  return fetch(target, { headers });
}
