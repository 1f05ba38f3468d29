/** A UTF-16 unit takes at most so many bytes of UTF-8. */
export const MOST_UTF8_BYTES = 3;
