/** A text in UTF-8. A text of ASCII alone, as most are, is written without a call into the runtime. */
export function utf8Of(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return UTF8.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

const UTF8 = new TextEncoder();
