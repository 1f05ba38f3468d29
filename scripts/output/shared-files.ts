import { OPENAPI_ADDRESS } from "../../worker/contract/addresses.ts";
import { SEARCH_INDEX_FILE } from "./search-index-file.ts";
import { staticHeaders } from "./static-headers.ts";
import type { DistFile } from "./write.ts";

/**
 * The files that are made from all notes together, but for the list.
 * The asset store takes all but what `.assetsignore` names.
 */
export function sharedFiles(searchIndex: Uint8Array, openapi: object): DistFile[] {
  return [
    { path: SEARCH_INDEX_FILE, bytes: searchIndex },
    { path: ".assetsignore", bytes: Buffer.from(`${SEARCH_INDEX_FILE}\n`) },
    { path: "_headers", bytes: Buffer.from(staticHeaders()) },
    { path: OPENAPI_ADDRESS.slice(1), bytes: Buffer.from(JSON.stringify(openapi)) },
  ];
}
