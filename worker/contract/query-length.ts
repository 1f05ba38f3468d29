/** The most characters (code points, after trimming) that `q` may have. */
export const MAX_QUERY_LENGTH = 256;
