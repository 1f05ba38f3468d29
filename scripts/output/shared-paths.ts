import { LIST_ADDRESS, OPENAPI_ADDRESS } from "../../worker/contract/addresses.ts";
import { SEARCH_INDEX_FILE } from "./search-index-file.ts";

/** The files that are made from all notes together: relative to the output folder, with `/`. */
export const SHARED_PATHS = [
  SEARCH_INDEX_FILE,
  ".assetsignore",
  "_headers",
  LIST_ADDRESS.slice(1),
  OPENAPI_ADDRESS.slice(1),
] as const;
