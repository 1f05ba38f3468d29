const ADDRESS = /^(?:(?:https?|ftp):\/\/|mailto:|www\.)\S/i;

/** The target as a URL, if it is a web or mail address; spaces in it encoded. */
export function webAddress(target: string): string | undefined {
  if (!ADDRESS.test(target)) return undefined;
  const url = target
    .replace(/[\s<>\\()]/g, encodeURIComponent)
    .replace(/[()]/g, (c) => (c === "(" ? "%28" : "%29"));
  return /^www\./i.test(url) ? `https://${url}` : url;
}
