import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { newFolder } from "../build/vault.ts";
import { type Service, startService } from "../worker/service.ts";
import { LARGE, large } from "./large.ts";

/** Calls an operation by its name in the document; returns the body, of a success or an error. */
type Call = (operation: string, parameters: Record<string, string>) => Promise<unknown>;

type Open = (base: string, context: TestContext) => Promise<Call>;

/** Each client uses the document as served, below an origin and a base path. */
const CLIENTS: Record<string, Open> = {
  oazapfts: async (base, context) => {
    const generator = large(context, "oazapfts/dist/cli.js");
    const folder = newFolder();
    symlinkSync(LARGE, join(folder, "node_modules"));
    const [document, file] = [join(folder, "openapi.json"), join(folder, "client.ts")];
    writeFileSync(document, await (await fetch(`${base}/api/v1/openapi.json`)).text());
    execFileSync(process.execPath, [generator, document, file]);
    const { defaults, ...operations } = await import(pathToFileURL(file).href);
    defaults.baseUrl = new URL(defaults.baseUrl, `${base}/api/v1/openapi.json`).href;
    return async (operation, parameters) =>
      (await operations[operation](...Object.values(parameters))).data;
  },
  "swagger-client": async (base, context) => {
    const { default: open } = await import(large(context, "swagger-client/es/index.js"));
    const client = await open({ url: `${base}/api/v1/openapi.json` });
    return async (operation, parameters) => {
      try {
        return (await client.apis.notes[operation](parameters)).body;
      } catch (error) {
        return (error as { response: { body: unknown } }).response.body;
      }
    };
  },
};

describe.for(["", "/docs"])("below the path %j", (basePath) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ vars: { BASE_PATH: basePath, RATE_LIMIT_REQUESTS: 1000 } });
  });

  afterAll(() => service.stop());

  test.for(Object.entries(CLIENTS))(
    "%s searches, gets a note with two slashes in its route, and reads errors",
    async ([, open], context) => {
      const call = await open(service.origin + basePath, context);
      const route = "/terms/data-structures/hash-table";
      expect(await call("listNotes", {})).toMatchObject({
        notes: expect.arrayContaining([expect.objectContaining({ route })]),
      });
      expect(await call("getDigests", {})).toMatchObject({
        digests: { [route]: expect.stringMatching(/^[0-9a-f]{32}$/) },
      });
      expect(await call("searchNotes", { q: "C++" })).toMatchObject({
        query: "C++",
        results: expect.arrayContaining([expect.objectContaining({ title: "C++" })]),
      });
      for (const wanted of [route, "/languages/c++"]) {
        expect(await call("getNote", { route: wanted.slice(1) })).toMatchObject({ route: wanted });
      }
      expect(await call("getNote", { route: `${route.slice(1)}s` })).toMatchObject({
        status: 404,
        suggestions: expect.arrayContaining([`${basePath}/api/v1/notes${route}.json`]),
      });
      expect(await call("searchNotes", { q: " " })).toMatchObject({ status: 400 });
    },
  );
});
