/** A response as it came over the wire, with the request that it answers. */
export interface Reply {
  readonly method: string;
  /** The request target: path and query, as they were sent. */
  readonly target: string;
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}
