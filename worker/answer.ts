import type { ProblemDetails } from "./contract/problems.ts";

/** What a stage answers; `respond` makes the response of it. */
export interface Answer {
  /** 200 has a JSON body and an entity tag, 304 an entity tag, 204 nothing, others a problem document. */
  readonly status: number;
  readonly body: ReadableStream<Uint8Array> | Uint8Array | null;
  /** Bytes of a body that HEAD has read and left. */
  readonly length?: number;
  /** The document of an error, in place of a body; its addresses are without the base path. */
  readonly problem?: ProblemDetails;
  /** A strong entity tag, quotes included. */
  readonly etag?: string;
  /** Headers of this answer alone. */
  readonly headers?: Readonly<Record<string, string>>;
}
