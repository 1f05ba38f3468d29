import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, inject, onTestFinished, type TestContext, test } from "vitest";
import { SUCCESS_HEADERS } from "../../worker/contract/success-headers.ts";
import { newFolder } from "../build/vault.ts";
import { needTool } from "./need-tool.ts";
import { recipe } from "./recipes.ts";

const DIST = join(inject("bundle").folder, "dist");

/** Serves the built files with nginx and the configuration of docs/deploy.md; returns the origin. */
async function serve(context: TestContext): Promise<string> {
  const nginx = needTool(context, "REQUIRE_NGINX", "nginx");
  for (;;) {
    const port = await freePort();
    const said = await start(nginx, port);
    // Another program may take the port before nginx does.
    if (said.includes("Address already in use")) continue;
    // nginx prints a notice once its sockets listen. If it prints anything else first, the failure shows it.
    expect(said).toMatch(/\[notice\]/);
    return `http://127.0.0.1:${port}`;
  }
}

/** Returns what nginx says first. */
async function start(nginx: string, port: number): Promise<string> {
  const server = recipe("nginx")
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("/srv/notes/dist", DIST);
  expect(server).toContain(`listen 127.0.0.1:${port};`);
  expect(server).toContain(DIST);
  const folder = newFolder();
  writeFileSync(join(folder, "nginx.conf"), mainConfiguration(server));
  const child = spawn(nginx, ["-p", folder, "-c", "nginx.conf", "-e", "stderr"]);
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const [said] = await once(child.stderr, "data");
  return String(said);
}

function mainConfiguration(server: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  ${paths.map((name) => `${name}_temp_path ${name};`).join(" ")}
  ${server}
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function file(path: string): string {
  return readFileSync(join(DIST, path), "utf8");
}

const ON_EVERY_RESPONSE = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

test("nginx serves the list and every note according to the contract", async (context) => {
  const origin = await serve(context);
  const list = await fetch(`${origin}/api/v1/notes.json`);
  const text = await list.text();
  expect(list.status).toBe(200);
  expect(text).toBe(file("api/v1/notes.json"));
  const { notes }: { notes: { route: string }[] } = JSON.parse(text);
  for (const { route } of notes) {
    const address = route.split("/").map(encodeURIComponent).join("/");
    const response = await fetch(`${origin}/api/v1/notes${address}.json`);
    expect(response.status, route).toBe(200);
    for (const [name, value] of Object.entries(SUCCESS_HEADERS)) {
      expect(response.headers.get(name), `${route} ${name}`).toBe(value);
    }
    expect(await response.text(), route).toBe(file(`api/v1/notes${route}.json`));
  }
});

test("nginx answers 304, HEAD, preflights, wrong methods and wrong addresses according to the contract", async (context) => {
  const origin = await serve(context);
  const ask = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(origin + address, { redirect: "manual", ...init });
    const headers = Object.fromEntries(response.headers);
    expect(headers, address).toMatchObject(ON_EVERY_RESPONSE);
    return { status: response.status, headers, body: await response.text() };
  };
  const note = "/api/v1/notes/languages/c%2B%2B.json";
  const { headers, body } = await ask(note);
  expect(headers.etag).toMatch(/^(W\/)?"[^"]+"$/);
  expect(headers["access-control-expose-headers"]).toContain("ETag");
  expect((await ask(note.replaceAll("%2B", "+"))).body).toBe(body);
  expect(await ask(note, { headers: { "If-None-Match": headers.etag ?? "" } })).toMatchObject({
    status: 304,
    body: "",
    headers: { "cache-control": SUCCESS_HEADERS["Cache-Control"] },
  });
  expect(await ask(note, { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  expect(await ask(note, { method: "OPTIONS" })).toMatchObject({
    status: 204,
    body: "",
    headers: {
      allow: "GET, HEAD, OPTIONS",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "*, Authorization",
    },
  });
  const problem = { "content-type": "application/problem+json", "cache-control": "no-store" };
  expect(await ask(note, { method: "DELETE" })).toMatchObject({
    status: 405,
    headers: { ...problem, allow: "GET, HEAD, OPTIONS" },
    body: expect.stringContaining('"status":405'),
  });
  const accept = { Accept: "application/json, text/html;q=0.9" };
  const page = await ask("/?q=tree", { headers: accept });
  const pageHeaders = { "cache-control": "no-cache", vary: "Accept" };
  expect(page).toMatchObject({
    status: 200,
    headers: { ...pageHeaders, "content-type": "text/html; charset=utf-8" },
    body: readFileSync(join(DIST, "index.html"), "utf8"),
  });
  const { etag: tag = "" } = page.headers;
  expect(await ask("/", { headers: { ...accept, "If-None-Match": tag } })).toMatchObject({
    status: 304,
    headers: pageHeaders,
  });
  for (const others of ["*/*", "text/html;q=0", "text/html; q=0.00, */*"]) {
    expect(await ask("/", { headers: { Accept: others } }), others).toMatchObject({
      status: 404,
      headers: { ...problem, vary: "Accept" },
    });
  }
  const strays = [
    "/",
    "/index.html",
    "/404.html",
    "/search-index.bin",
    "/.assetsignore",
    "/api/v1/notes",
    "/api/v1/notes/languages/none.json",
    "/api/v1/notes/languages/c",
    "/api/v1/../../search-index.bin",
  ];
  for (const address of strays) {
    const answer = await ask(address);
    expect(answer, address).toMatchObject({ status: 404, headers: problem });
    expect(JSON.parse(answer.body), address).toMatchObject({ status: 404 });
  }
});
