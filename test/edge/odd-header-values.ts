/** Values of request headers that a client should not send, or sends to see what happens. */
export const ODD_HEADER_VALUES: readonly string[] = [
  "*",
  '"a"',
  'W/"a", "b"',
  '"',
  ",,,",
  "-1",
  "bytes=0-10",
  "gzip;q=0",
  "http://evil",
  "null",
  '"\u00e9\u00ff"',
];
