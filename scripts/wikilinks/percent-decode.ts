/** The text percent-decoded, or as it is where nothing is encoded or the bytes are not UTF-8. */
export function percentDecode(text: string): string {
  if (!/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
