import type { ContentConfig } from "./content-config.ts";

/** What holds in a folder without a `collections.yaml`. */
export const LENIENT: ContentConfig = {
  mode: "lenient",
  collections: undefined,
  tags: undefined,
  inlineTags: false,
  planned: new Set(),
  ignore: [],
  rules: new Map(),
};
