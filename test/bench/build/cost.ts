import type { Timed } from "./run-timed.ts";

/** The builds that are measured, in the order in which they are told. */
export const BUILDERS = [
  "floor",
  "this, cold",
  "this, one note changed",
  "this, nothing changed",
  "Hugo",
  "Eleventy",
] as const;

export type BuilderName = (typeof BUILDERS)[number];

/** What one builder took for a vault in one round. */
export interface Cost extends Timed {
  builder: BuilderName;
  /** Notes in the vault. */
  notes: number;
  round: number;
}
