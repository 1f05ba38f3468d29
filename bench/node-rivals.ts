/** A server on Node to compare with: `constant` sends the same small answer to everybody, `sirv FOLDER` serves files. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import sirv from "sirv";

const BODY = '{"ok":true}';
const HEADERS = { "Content-Type": "application/json", "Content-Length": BODY.length };

const [, , what, folder = "."] = process.argv;
const files = sirv(folder);
const listener: RequestListener =
  what === "constant"
    ? (_, response) => void response.writeHead(200, HEADERS).end(BODY)
    : (request, response) => files(request, response);
const server = createServer(listener).listen(0, "127.0.0.1", () => {
  console.log(`Ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
