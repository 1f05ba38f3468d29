/** The longest form of an IP address, an IPv6 one with a dotted quad at its end. */
const MAX_LENGTH = 45;

/**
 * One client of the limit: an IPv4 address, an IPv6 /64 network, which is what one customer holds
 * whole, or everyone whose address is not known.
 *
 * @param address Value of `CF-Connecting-IP`, which the edge sets itself, whatever the client sent.
 */
export function clientOf(address: string | null): string {
  if (address === null) return "";
  const text = address.slice(0, MAX_LENGTH);
  if (!text.includes(":")) return text;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1] ?? networkOf(text);
}

/** The first 64 bits of an IPv6 address, in hexadecimal, the zeros filled in that `::` leaves out. */
function networkOf(address: string): string {
  // A dotted quad stands for the last two words.
  const [before = "", after = ""] = address.replace(/\d+\.\d+\.\d+\.\d+$/, "0:0").split("::");
  const first = before.split(":");
  const last = after.split(":");
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const words = [...first, ...zeros, ...last].slice(0, 4);
  return words.map((word) => (Number.parseInt(word, 16) || 0).toString(16)).join(":");
}
