/** A response of the service that is checked. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
