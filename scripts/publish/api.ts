import { setTimeout } from "node:timers/promises";

const RETRY_SECONDS = 5;
const MAX_RETRY_AFTER_SECONDS = 60;

/** Code of the API for a Worker, or a subdomain of the account, that does not exist. */
const NOT_FOUND = 10007;

/** Why a version could not be published, and what to do about it. The message is for whoever publishes. */
export class PublishError extends Error {
  override name = "PublishError";
}

export interface Credentials {
  readonly account: string;
  readonly token: string;
}

const API = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";

interface Envelope<T> {
  readonly result: T;
  readonly errors?: readonly { readonly code: number }[];
}

/** What to do when the API refuses the token. */
export const NEW_TOKEN =
  'Create a token from the template "Edit Cloudflare Workers", for this account and its zone, and set CLOUDFLARE_API_TOKEN to it';

/**
 * Reads from Cloudflare's API what lies below the account, such as `/workers/subdomain`. What fails
 * because of a limit, the server or the network is tried a second time.
 *
 * @param consequence What a failure means, as a sentence.
 * @returns undefined for what does not exist
 * @throws PublishError with that sentence, what the API said, and what to do
 */
export async function readApi<T>(
  { account, token }: Credentials,
  path: string,
  consequence = "Nothing was deployed.",
): Promise<T | undefined> {
  const response = await get(`${API}/accounts/${account}${path}`, token);
  if (response?.status === 401 || response?.status === 403) {
    throw new PublishError(
      `${consequence} Cloudflare refuses the token (status ${response.status} for ${path}). ${NEW_TOKEN}.`,
    );
  }
  const envelope = (await response?.json().catch(() => undefined)) as Envelope<T> | undefined;
  if (response?.ok && envelope !== undefined) return envelope.result;
  if (envelope?.errors?.some(({ code }) => code === NOT_FOUND)) return undefined;
  const said =
    response === undefined ? "does not answer" : `answers with status ${response.status}`;
  throw new PublishError(
    `${consequence} Cloudflare's API ${said} for ${path}. Run this again; https://www.cloudflarestatus.com lists current incidents.`,
  );
}

/** The account that a token reaches; undefined if it reaches none, or several. */
export async function findOnlyAccount(token: string): Promise<string | undefined> {
  const response = await get(`${API}/accounts`, token);
  if (!response?.ok) return undefined;
  const { result } = (await response.json()) as Envelope<readonly { id: string }[]>;
  return result.length === 1 ? result[0]?.id : undefined;
}

async function get(url: string, token: string): Promise<Response | undefined> {
  const headers = { Authorization: `Bearer ${token}` };
  const first = await fetch(url, { headers }).catch(() => undefined);
  if (first !== undefined && first.status !== 429 && first.status < 500) return first;
  const seconds = Number(first?.headers.get("Retry-After")) || RETRY_SECONDS;
  await setTimeout(Math.min(seconds, MAX_RETRY_AFTER_SECONDS) * 1000);
  return fetch(url, { headers }).catch(() => undefined);
}
