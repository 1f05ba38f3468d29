import { writeSearchIndex } from "../../../../scripts/search-index/write-search-index.ts";
import type { SearchResponse } from "../../../../worker/contract/search-response.ts";
import { openIndex } from "../../../../worker/search/open-index.ts";
import { searchResponse } from "../../../../worker/search/search-response.ts";
import type { Engine } from "../engine.ts";

/** Answers with the bytes of the response; they are parsed outside of what is timed. */
export const ours: Engine & { answer?: (query: string) => Uint8Array } = {
  name: "this engine",
  async build(documents) {
    return writeSearchIndex(documents);
  },
  async load(shipped) {
    const index = openIndex(bufferOf(shipped));
    ours.answer = (query) => searchResponse(index, query);
    return (query) => {
      const answer: SearchResponse = JSON.parse(UTF8.decode(searchResponse(index, query)));
      return answer.results.map((result) => result.route);
    };
  },
};

const UTF8 = new TextDecoder();

/** The bytes' own buffer if they fill it, as in a Worker, else a copy. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? buffer : bytes.slice().buffer;
}
