/** Length of the longest IP address: IPv6 that ends in a dotted quad. */
const MAX_LENGTH = 45;

/**
 * The key by which a client's requests are counted: its IPv4 address, or its IPv6 /64 network, because
 * one customer usually has a whole /64. Clients whose address is unknown share the empty key.
 *
 * @param address Value of `CF-Connecting-IP`. The edge sets it, whatever the client sent.
 */
export function clientOf(address: string | null): string {
  if (address === null) return "";
  const text = address.slice(0, MAX_LENGTH);
  if (!text.includes(":")) return text;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1] ?? networkOf(text);
}

/** The first 64 bits of an IPv6 address in hexadecimal, with `::` expanded. */
function networkOf(address: string): string {
  // A dotted quad makes up the last two words.
  const [before = "", after = ""] = address.replace(/\d+\.\d+\.\d+\.\d+$/, "0:0").split("::");
  const first = before.split(":");
  const last = after.split(":");
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const words = [...first, ...zeros, ...last].slice(0, 4);
  return words.map((word) => (Number.parseInt(word, 16) || 0).toString(16)).join(":");
}
