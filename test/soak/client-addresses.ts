/** Addresses of clients, no two of them of one client, in networks that nobody else in a soak has. */
export class ClientAddresses {
  /** Addresses given so far. */
  v4 = 0;
  v6 = 0;

  /** An address that was not given before: IPv4 and IPv6 in turn. */
  next(): string {
    return this.v4 <= this.v6 ? this.#nextV4() : this.#nextV6();
  }

  #nextV4(): string {
    const n = this.v4++;
    return `${11 + (n >>> 24)}.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  }

  // The first four words are the network, and a client is a network.
  #nextV6(): string {
    const n = this.v6++;
    const host = (n * 2654435761) % 65536;
    return `fd00:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}:1::${host.toString(16)}`;
  }
}
