/**
 * One client of the rate limit: an IPv4 address, an IPv6 /64 network, or everyone whose address is
 * not known. 64 bits as two signed halves.
 */
export interface ClientKey {
  readonly high: number;
  readonly low: number;
}

// Multicast (ff00::/8) is never a source address: its keys are free for what is not IPv6.
const IPV4_HIGH = -1;
const UNKNOWN: ClientKey = { high: -2, low: 0 };

const HEXTET = /^[0-9a-f]{1,4}$/i;

/**
 * The key of an address in any textual form. IPv6 is cut to its /64 network, the part that one
 * customer holds whole; IPv4-mapped IPv6 is the IPv4 address.
 *
 * @param address Value of `CF-Connecting-IP`. Absent or malformed: the one key that all such share.
 */
export function clientKey(address: string | null): ClientKey {
  if (address === null) return UNKNOWN;
  const key = address.includes(":") ? ipv6Key(address) : ipv4Key(address);
  return key ?? UNKNOWN;
}

function ipv4Key(text: string): ClientKey | undefined {
  const low = ipv4Number(text);
  return low === undefined ? undefined : { high: IPV4_HIGH, low };
}

/** The 32 bits of a dotted quad, signed. */
function ipv4Number(text: string): number | undefined {
  let bits = 0;
  let octet = 0;
  let digits = 0;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit === -2 && digits > 0) {
      bits = (bits << 8) | octet;
      octet = 0;
      digits = 0;
      dots++;
    } else if (digit >= 0 && digit <= 9 && !(digits > 0 && octet === 0)) {
      octet = octet * 10 + digit;
      digits++;
      if (octet > 255) return undefined;
    } else {
      return undefined;
    }
  }
  return dots === 3 && digits > 0 ? (bits << 8) | octet : undefined;
}

function ipv6Key(text: string): ClientKey | undefined {
  const words = ipv6Words(text);
  if (words === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e, f, g = 0, h = 0] = words;
  if ((a | b | c | d) === 0 && e === 0 && f === 0xffff) {
    return { high: IPV4_HIGH, low: (g << 16) | h };
  }
  return { high: (a << 16) | b, low: (c << 16) | d };
}

/** The eight 16-bit words of an address, `::` filled in. */
function ipv6Words(text: string): number[] | undefined {
  const gap = text.indexOf("::");
  if (gap === -1) {
    const words = wordsOf(text, true);
    return words?.length === 8 ? words : undefined;
  }
  const before = gap === 0 ? [] : wordsOf(text.slice(0, gap), false);
  const after = gap + 2 === text.length ? [] : wordsOf(text.slice(gap + 2), true);
  if (before === undefined || after === undefined) return undefined;
  const missing = 8 - before.length - after.length;
  return missing > 0 ? [...before, ...new Array<number>(missing).fill(0), ...after] : undefined;
}

/** @param isEnd Whether the address ends here: there the last two words may be a dotted quad. */
function wordsOf(text: string, isEnd: boolean): number[] | undefined {
  const words: number[] = [];
  const parts = text.split(":");
  for (const [i, part] of parts.entries()) {
    const quad = isEnd && i === parts.length - 1 ? ipv4Number(part) : undefined;
    if (quad !== undefined) words.push(quad >>> 16, quad & 0xffff);
    else if (HEXTET.test(part)) words.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return words;
}
