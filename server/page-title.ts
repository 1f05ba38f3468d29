import { hash } from "node:crypto";
import { PAGE_FILE } from "../worker/contract/addresses.ts";
import { matchesEtag } from "../worker/http/etag.ts";
import { type Answer, notModified, success } from "../worker/response.ts";
import type { Host } from "../worker/service.ts";
import { etagOf } from "./built-folder.ts";

/** The page's title, unless the owner of the notes has chosen one. */
const DEFAULT_TITLE = "<title>Notes</title>";

/** Reads files as `readFile` does, but gives a page without a title of its own another one. */
export function titlePage(readFile: Host["readFile"], title: string): Host["readFile"] {
  return async (request) => {
    if (request.address !== PAGE_FILE) return readFile(request);
    const file = await readFile({ ...request, ifNoneMatch: null });
    return file && titled(file, title, request.ifNoneMatch);
  };
}

async function titled(
  { body }: Answer,
  title: string,
  ifNoneMatch: string | null,
): Promise<Answer> {
  const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const html = await new Response(body).text();
  const page = html.replace(DEFAULT_TITLE, () => `<title>${text}</title>`);
  const etag = etagOf(hash("sha256", page));
  return matchesEtag(ifNoneMatch, etag) ? notModified(etag) : success(page, etag);
}
