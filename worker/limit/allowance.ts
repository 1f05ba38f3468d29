/** What the limit says of one request. */
export interface Allowance {
  readonly accepted: boolean;
  /** Requests left to the client now, this one taken off. 0 when refused. */
  readonly remaining: number;
  /**
   * Whole seconds until more requests are left than now; for a refused request: after which one is
   * accepted. At least 1, but 0 when nothing is used.
   */
  readonly resetSeconds: number;
}
