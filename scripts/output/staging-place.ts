/** Where a build writes: changed files go to `staging`, and those in `out` are what they differ from. */
export interface StagingPlace {
  staging: string;
  /** Undefined where there is no output yet. */
  out: string | undefined;
}
