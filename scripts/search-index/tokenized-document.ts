import type { Token } from "../../worker/contract/search/token.ts";

/** A document as the tokens of its four stored fields: title, tags, summary, route. */
export type TokenizedDocument = readonly [Token[], Token[], Token[], Token[]];
