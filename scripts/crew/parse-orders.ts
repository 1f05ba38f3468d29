import type { LastBuild } from "../cache/last-build.ts";
import type { Survey } from "../cache/survey.ts";
import type { ContentConfig } from "../collections/content-config.ts";
import { collectionOf } from "../notes/collection-of.ts";
import type { ParseOrder } from "./parse-order.ts";

/** What may have changed since the last build, of what lies in a collection. */
export function parseOrders(
  { files, stale }: Survey,
  config: ContentConfig,
  last: LastBuild | undefined,
): ParseOrder[] {
  if (stale.size === 0) return [];
  const isCollected = (file: string) =>
    config.collections === undefined || collectionOf(file, config) !== undefined;
  return files
    .filter((file) => stale.has(file) && isCollected(file))
    .map((file) => ({ file, digest: last?.files.byPath.get(file)?.parsed.digest }));
}
