import type { Chunk } from "./chunk.ts";
import { ChunkReader } from "./chunk-reader.ts";

/**
 * The first paragraph of a body, where only headings, code and breaks stand before it: undefined
 * where there is none, or where a parser is needed to find it.
 */
export function firstParagraph(body: string): Chunk | undefined {
  const reader = new ChunkReader(body);
  let chunk = reader.next();
  while (chunk?.kind === "heading" || chunk?.kind === "code" || chunk?.kind === "break") {
    chunk = reader.next();
  }
  const isFound = chunk?.kind === "paragraph" && !(chunk.mayDefine && body.includes("]:"));
  return isFound ? chunk : undefined;
}
