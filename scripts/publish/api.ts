import { setTimeout } from "node:timers/promises";

const API = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";
const RETRY_MS = 5000;

/** The API's error code for a Worker or workers.dev subdomain that does not exist. */
const NOT_FOUND = 10007;

/** Publishing failed. The message says why, what is live, and what to do. */
export class PublishError extends Error {}

export interface Credentials {
  readonly account: string;
  readonly token: string;
}

interface Envelope<T> {
  readonly result: T;
  readonly errors?: readonly { readonly code: number }[];
}

/** What to do if the API rejects the token. */
export const NEW_TOKEN =
  'Create a token from the template "Edit Cloudflare Workers", for this account and its zone, and set CLOUDFLARE_API_TOKEN to it';

/**
 * Reads a resource of the account, such as `/workers/subdomain`, from Cloudflare's API.
 *
 * @param consequence What a failure means, as a sentence.
 * @returns undefined if it does not exist
 * @throws PublishError with that sentence, what went wrong, and what to do
 */
export async function readApi<T>(
  { account, token }: Credentials,
  path: string,
  consequence = "Nothing was deployed.",
): Promise<T | undefined> {
  const response = await get(`/accounts/${account}${path}`, token);
  const status = response?.status;
  if (status === 401 || status === 403) {
    throw new PublishError(
      `${consequence} Cloudflare rejected the token (status ${status} for ${path}). ${NEW_TOKEN}.`,
    );
  }
  const envelope = (await response?.json().catch(() => undefined)) as Envelope<T> | undefined;
  if (response?.ok && envelope !== undefined) return envelope.result;
  if (envelope?.errors?.some(({ code }) => code === NOT_FOUND)) return undefined;
  const failure = status === undefined ? "no response" : `status ${status}`;
  throw new PublishError(
    `${consequence} Cloudflare's API failed (${failure} for ${path}). Run this again; https://www.cloudflarestatus.com lists current incidents.`,
  );
}

/** The id of the only account that a token has access to; undefined if there is none, or more than one. */
export async function findOnlyAccount(token: string): Promise<string | undefined> {
  const response = await get("/accounts", token);
  if (!response?.ok) return undefined;
  const { result } = (await response.json()) as Envelope<readonly { id: string }[]>;
  return result.length === 1 ? result[0]?.id : undefined;
}

/** Returns the API's response; undefined if the API cannot be reached. */
function get(path: string, token: string): Promise<Response | undefined> {
  const headers = { Authorization: `Bearer ${token}` };
  return tryTwice(
    () => fetch(API + path, { headers }).catch(() => undefined),
    (response) => response !== undefined && response.status !== 429 && response.status < 500,
  );
}

/** Returns the result of an attempt or, if that is not final, of another attempt 5 seconds later. */
export async function tryTwice<T>(attempt: () => Promise<T>, isFinal: (result: T) => boolean) {
  const first = await attempt();
  if (isFinal(first)) return first;
  await setTimeout(RETRY_MS);
  return attempt();
}
