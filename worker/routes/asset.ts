import type { ApiRequest, FileRequest } from "../request.ts";
import type { Answer } from "../response.ts";
import type { Service } from "../service.ts";
import { descriptionLink, missingNote, notFound } from "./not-found.ts";

/** Serves a note. If there is none, redirects to the one that was there before, or answers 404. */
export async function serveNote(request: ApiRequest, service: Service): Promise<Answer> {
  return (await service.readFile(request)) ?? missingNote(request, service);
}

/** Serves a file that not every deployment has, or a 404: a part of all notes, or the links between them. */
export async function serveOptional(request: ApiRequest, service: Service): Promise<Answer> {
  return (await service.readFile(request)) ?? notFound(request, service);
}

/** Serves a file that every build writes. Throws if it is missing. */
export async function serveFile(request: FileRequest, service: Service): Promise<Answer> {
  const answer = await service.readFile(request);
  if (answer === undefined) throw new Error(`${request.address} is missing from the built files`);
  return answer;
}

export async function serveList(request: ApiRequest, service: Service): Promise<Answer> {
  const answer = await serveFile(request, service);
  return { ...answer, headers: { ...answer.headers, ...descriptionLink(request) } };
}
