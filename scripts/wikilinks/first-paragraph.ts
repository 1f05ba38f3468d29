import type { Chunk } from "./chunk.ts";
import { ChunkReader } from "./chunk-reader.ts";

/** What holds no paragraph of its own, but at most in an item or a quote. */
const OTHERS: ReadonlySet<Chunk["kind"]> = new Set(["heading", "code", "break", "items", "table"]);

/**
 * The first paragraph of a body that stands in no list and no quote: undefined where there is none,
 * or where a parser is needed to find it.
 */
export function firstParagraph(body: string): Chunk | undefined {
  const reader = new ChunkReader(body);
  for (let chunk = reader.next(); chunk !== undefined; chunk = reader.next()) {
    if (chunk.mayDefine && body.includes("]:")) return undefined;
    if (!OTHERS.has(chunk.kind)) return chunk.kind === "paragraph" ? chunk : undefined;
  }
  return undefined;
}
