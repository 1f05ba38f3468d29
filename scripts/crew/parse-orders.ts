import type { LastBuild } from "../cache/last-build.ts";
import type { Survey } from "../cache/survey.ts";
import type { ContentConfig } from "../collections/content-config.ts";
import { collectionOf } from "../notes/collection-of.ts";
import type { ParseOrder } from "./parse-order.ts";

/**
 * What may have changed since the last build, of what lies in a collection. What has to be written
 * anew is parsed in any case, also if it is as it was.
 */
export function parseOrders(
  { files, stale, spoiled }: Survey,
  config: ContentConfig,
  last: LastBuild | undefined,
): ParseOrder[] {
  if (stale.size + spoiled.size === 0) return [];
  const isCollected = (file: string) =>
    config.collections === undefined || collectionOf(file, config) !== undefined;
  return files
    .filter((file) => (stale.has(file) || spoiled.has(file)) && isCollected(file))
    .map((file) => {
      const known = spoiled.has(file) ? undefined : last?.files.byPath.get(file);
      return { file, digest: known?.parsed.digest };
    });
}
