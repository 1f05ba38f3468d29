/**
 * A server on Node to compare with. `constant` sends the same small answer to everybody; the others serve the files of
 * a folder: `sirv` as it does by default, knowing each file from its start; `sirv-dev`, looking at each file again; and
 * `hono`, by its handler for static files.
 */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import sirv from "sirv";

const BODY = '{"ok":true}';
const HEADERS = { "Content-Type": "application/json", "Content-Length": BODY.length };

const RIVALS: Readonly<Record<string, (folder: string) => RequestListener>> = {
  constant: () => (_, response) => void response.writeHead(200, HEADERS).end(BODY),
  sirv: (folder) => sirv(folder),
  "sirv-dev": (folder) => sirv(folder, { dev: true }),
  hono: (root) => getRequestListener(new Hono().use(serveStatic({ root })).fetch),
};

const [, , name = "", folder = "."] = process.argv;
const listener = RIVALS[name]!(folder);
const server = createServer(listener).listen(0, "127.0.0.1", () => {
  console.log(`Ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
