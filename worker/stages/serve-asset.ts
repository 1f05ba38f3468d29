import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { bodyEtag } from "../http/body-etag.ts";
import type { Service } from "../service.ts";
import { notFound } from "./not-found.ts";

/** A built file: the list, a note, or the OpenAPI document. */
export async function serveAsset(request: ApiRequest, service: Service): Promise<Answer> {
  const asset = await service.assets.fetch(request.url);
  if (asset.status === 404) return notFound(request, service);
  if (asset.status !== 200 || asset.body === null) {
    throw new Error(`The asset store answered ${asset.status} to ${request.address}`);
  }
  const etag = asset.headers.get("ETag");
  if (etag?.startsWith('"') && !request.isHead) return answerOf(asset.body, etag);
  // A stream does not tell its length, which HEAD does.
  const body = new Uint8Array(await asset.arrayBuffer());
  return answerOf(body, etag?.startsWith('"') ? etag : bodyEtag(body));
}

function answerOf(body: ReadableStream<Uint8Array> | Uint8Array, etag: string): Answer {
  return { status: 200, body, etag };
}
