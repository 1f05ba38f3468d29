/** A GET as it goes over the wire, of a client with the address that the edge would set. */
export function getRequest(target: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { Host: "localhost", "CF-Connecting-IP": "203.0.113.7", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`;
}
