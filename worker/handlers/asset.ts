import { bodyEtag, matchesEtag } from "../http/etag.ts";
import type { ApiRequest } from "../request.ts";
import { type Answer, notModified, success } from "../respond.ts";
import type { Service } from "../service.ts";
import { descriptionLink, missingNote, notFound } from "./not-found.ts";

/** Serves a note. If there is none, redirects to the one that was there before, or answers 404. */
export async function serveNote(request: ApiRequest, service: Service): Promise<Answer> {
  return (await readFile(request, service)) ?? missingNote(request, service);
}

/** Serves a part of all notes, or a 404 if there are fewer parts. */
export async function servePart(request: ApiRequest, service: Service): Promise<Answer> {
  return (await readFile(request, service)) ?? notFound(request, service);
}

/** Serves a file that every build writes. Throws if the asset store does not have it. */
export async function serveFile(request: ApiRequest, service: Service): Promise<Answer> {
  const answer = await readFile(request, service);
  if (answer === undefined) throw new Error(`${request.address} is not in the asset store`);
  return answer;
}

export async function serveList(request: ApiRequest, service: Service): Promise<Answer> {
  const answer = await serveFile(request, service);
  return { ...answer, headers: { ...answer.headers, ...descriptionLink(request) } };
}

/**
 * Reads a built file; `undefined` if there is none. The store is told which version the client has, so it
 * sends no body for a 304 or for HEAD.
 */
async function readFile(request: ApiRequest, service: Service): Promise<Answer | undefined> {
  const { isLive } = service.settings;
  const asset = await service.assets.fetch(request.url, asAsked(request, isLive));
  const etag = asset.headers.get("ETag");
  // The store follows `_redirects`, which has no base path: the index knows former routes better.
  if (asset.status === 404 || asset.status === 308) return undefined;
  if (asset.status === 304 && etag !== null) return notModified(etag);
  if (asset.status !== 200) {
    throw new Error(`The asset store answered ${asset.status} to ${request.address}`);
  }
  if (isLive || !etag?.startsWith('"')) return tagged(request, await asset.arrayBuffer());
  if (!matchesEtag(request.ifNoneMatch, etag)) return success(asset.body, etag);
  // The store compares with a single tag only, so lists and `*` are handled here. A stream that nobody
  // reads would keep its connection open.
  await asset.body?.cancel();
  return notModified(etag);
}

/** @param isLive whether the store's entity tags are stale, so that it has to send the file */
function asAsked({ isHead, ifNoneMatch }: ApiRequest, isLive: boolean): RequestInit {
  if (isLive) return { redirect: "manual" };
  return {
    method: isHead ? "HEAD" : "GET",
    redirect: "manual",
    ...(ifNoneMatch !== null && { headers: { "If-None-Match": ifNoneMatch } }),
  };
}

/** A file whose entity tag is computed from its bytes. */
async function tagged({ ifNoneMatch }: ApiRequest, body: ArrayBuffer): Promise<Answer> {
  const etag = await bodyEtag(body);
  return matchesEtag(ifNoneMatch, etag) ? notModified(etag) : success(body, etag);
}
