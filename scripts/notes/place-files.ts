import type { Route } from "../../worker/contract/route.ts";
import type { Collection } from "../collections/collection.ts";
import type { ContentConfig } from "../collections/content-config.ts";
import type { Finding } from "../report/problems.ts";
import { assignRoutes } from "./assign-routes.ts";
import { collectionOf } from "./collection-of.ts";

/** A file in its collection; without a route, which is a finding, it is read and not published. */
export interface PlacedFile {
  file: string;
  collection: Collection;
  route: Route | undefined;
}

export interface Placement {
  placed: PlacedFile[];
  findings: Finding[];
}

/** Places every file in its collection and at its route, by its path alone. */
export function placeFiles(files: readonly string[], config: ContentConfig): Placement {
  const findings: Finding[] = [];
  const placed: PlacedFile[] = [];
  for (const file of files) {
    const collection = collectionOf(file, config);
    if (collection) placed.push({ file, collection, route: undefined });
    else findings.push(outside(file, config));
  }
  const assigned = assignRoutes(placed);
  for (const finding of assigned.findings) findings.push(finding);
  placed.forEach((each, i) => {
    each.route = assigned.routes[i];
  });
  return { placed, findings };
}

function outside(file: string, config: ContentConfig): Finding {
  const folders = (config.collections ?? []).map((collection) => collection.folder || ".");
  return {
    file,
    line: 1,
    column: 1,
    rule: "outside-collection",
    message: `The file lies outside every collection (${folders.join(", ")}). Move it, declare a collection for its folder, or list it under \`ignore\`.`,
  };
}
