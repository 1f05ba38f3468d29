import { jsonOf } from "../answer.ts";
import { INFO_PATH, type NotesInfo } from "../contract/notes-info.ts";
import { type ApiRequest, requestFor } from "../request.ts";
import type { Service } from "../service.ts";

/** What the notes are about. */
export async function notesInfo(request: ApiRequest, service: Service): Promise<NotesInfo> {
  const answer = await service.readFile(requestFor(INFO_PATH, request));
  if (answer === undefined) throw new Error(`${INFO_PATH} is missing from the built files`);
  return jsonOf(answer);
}
