/** A file to parse, unless its bytes still have the digest given. */
export interface ParseOrder {
  file: string;
  digest?: string | undefined;
}
