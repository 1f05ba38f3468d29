import { matchesEtag } from "./http/etag.ts";
import { type FileRequest, urlOf } from "./request.ts";
import { type Answer, notModified, success } from "./response.ts";

/**
 * Reads a built file from the platform's store; `undefined` if there is none. The store is told which version
 * the client has, so it sends no body for a 304 or for HEAD.
 *
 * @throws Error if the store fails, or sends no entity tag
 */
export async function readAsset(
  assets: Fetcher,
  request: FileRequest,
): Promise<Answer | undefined> {
  const asset = await assets.fetch(urlOf(request.address), asAsked(request));
  // The store follows `_redirects`, which has no base path: the index knows former routes better.
  if (asset.status === 404 || asset.status === 308) return undefined;
  // A proxy that compresses may have weakened the tag.
  const etag = asset.headers.get("ETag")?.replace(/^W\//, "");
  if ((asset.status !== 200 && asset.status !== 304) || etag === undefined) {
    const tag = etag === undefined ? " without an entity tag" : "";
    throw new Error(`The asset store answered ${asset.status}${tag} to ${request.address}`);
  }
  if (asset.status === 200 && !matchesEtag(request.ifNoneMatch, etag)) {
    return success(asset.body, etag);
  }
  // The store compares with a single tag only, so lists and `*` are handled here. A stream that nobody
  // reads would keep its connection open.
  await asset.body?.cancel();
  return notModified(etag);
}

function asAsked({ isHead, ifNoneMatch }: FileRequest): RequestInit {
  return {
    method: isHead ? "HEAD" : "GET",
    redirect: "manual",
    ...(ifNoneMatch !== null && { headers: { "If-None-Match": ifNoneMatch } }),
  };
}
