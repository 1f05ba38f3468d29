import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { AnswerMemory } from "../http/answer-memory.ts";
import { bodyEtag } from "../http/body-etag.ts";
import { readSmall } from "../http/read-small.ts";
import { streamLength } from "../http/stream-length.ts";
import type { Service } from "../service.ts";
import { notFound } from "./not-found.ts";

/**
 * A built file: the list, a note, or the OpenAPI document. As bytes if it is to be held in memory; else
 * for HEAD its length alone, as many large files at once are more than an isolate has room for.
 */
export async function serveAsset(request: ApiRequest, service: Service): Promise<Answer> {
  const { assets, answers } = service;
  const asset = await assets.fetch(request.url);
  if (asset.status === 404) return notFound(request, service);
  if (asset.status !== 200 || asset.body === null) {
    throw new Error(`The asset store answered ${asset.status} to ${request.address}`);
  }
  const etag = service.isLive ? null : asset.headers.get("ETag");
  if (!etag?.startsWith('"')) {
    const body = new Uint8Array(await asset.arrayBuffer());
    return answerOf(body, bodyEtag(body));
  }
  if (!answers.wantsBody(request.target)) {
    if (!request.isHead) return answerOf(asset.body, etag);
    return { status: 200, body: null, length: await streamLength(asset.body), etag };
  }
  const body = await readSmall(asset.body, AnswerMemory.maxBodyBytes);
  if (body !== undefined) return answerOf(body, etag);
  // Once for each large file that is asked for again: from here on it is passed on as a stream.
  answers.setLarge(request.target);
  return serveAsset(request, service);
}

function answerOf(body: ReadableStream<Uint8Array> | Uint8Array, etag: string): Answer {
  return { status: 200, body, etag };
}
