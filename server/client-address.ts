import { BlockList, isIP } from "node:net";
import type { ServerRequest } from "srvx";

/** How the server learns the address of a client. */
export interface ClientOptions {
  /** Name of the header in which proxies pass it on; without it, the address is the socket's. */
  readonly clientHeader?: string | undefined;
  /** Addresses or networks, such as `10.0.0.0/8`, of the proxies that may set the header. */
  readonly trustedProxies?: readonly string[] | undefined;
}

/**
 * Returns a function that reads a client's address: the socket's, or, if that is a trusted proxy's, the last address in
 * the header that is not. If there is no such address, or one before it is invalid, it is the socket's.
 *
 *     X-Forwarded-For: 203.0.113.7, 198.51.100.1:4711, 10.0.0.2      socket: 10.0.0.3, trusted: 10.0.0.0/8
 *                      anyone wrote  ▲ client           trusted
 *
 * @param report called once, with one line, when a trusted proxy sends the header without such an address
 * @throws RangeError if a trusted proxy is neither an address nor a network
 */
export function clientReader(
  { clientHeader, trustedProxies = [] }: ClientOptions,
  report: (message: string) => void = console.error,
) {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) trust(trusted, proxy);
  let hasReported = false;
  return (request: ServerRequest): string | null => {
    const socket = plain(request.runtime?.node?.req.socket.remoteAddress ?? "");
    if (socket === "") return null;
    if (clientHeader === undefined || !isTrusted(trusted, socket)) return socket;
    const header = request.headers.get(clientHeader);
    // The proxy's own, such as those by which it sees that the server runs.
    if (header === null) return socket;
    const hops = header.split(",").map(addressIn);
    const client = hops.findLast((hop) => !isTrusted(trusted, hop)) ?? hops[0]!;
    if (isIP(client)) return client;
    if (!hasReported) {
      report(
        `A trusted proxy sends no readable address in ${clientHeader}: it counts as the client itself.`,
      );
      hasReported = true;
    }
    return socket;
  };
}

function trust(trusted: BlockList, proxy: string): void {
  const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(proxy) ?? [];
  const bits = isIP(address) === 6 ? 128 : 32;
  const length = Number(prefix ?? bits);
  if (!isIP(address) || length > bits) {
    throw new RangeError(
      `${JSON.stringify(proxy)} is neither an IP address nor a network such as 10.0.0.0/8`,
    );
  }
  trusted.addSubnet(address, length, bits === 128 ? "ipv6" : "ipv4");
}

function isTrusted(trusted: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** The address in `203.0.113.7`, `203.0.113.7:4711` or `[2001:db8::1]:443`, perhaps in quotes. */
function addressIn(item: string): string {
  const [, bracketed, dotted, other = ""] =
    /^"?(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+|([^"]*))"?$/.exec(item.trim()) ?? [];
  return plain(bracketed ?? dotted ?? other);
}

/** Without the name of a network interface, and with an IPv4 address that is written as IPv6 as itself. */
function plain(address: string): string {
  return address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
}
