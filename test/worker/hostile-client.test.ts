import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Service, startService } from "./service.ts";

/** Length of a long address in characters: on Node the longest, on workerd beyond the platform's limit of 16 KB. */
const LONG = inject("host") === "node" ? 15_000 : 60_000;

describe("a hostile client", () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.stop());

  test.for([
    "/search-index.bin",
    "/_headers",
    "/.assetsignore",
    "/api/v1/notes/../../../_headers",
    "/api/v1/notes/%2e%2e/%2e%2e/%2e%2e/search-index.bin",
    "/api/v1/notes/..%2f..%2f..%2f_headers.json",
    "/api/v1/notes/..%5c..%5c_headers.json",
    "/api/v1/notes//etc/passwd.json",
    "/cdn-cgi/assets/search-index.bin",
  ])("is served nothing but the addresses of the API: %s", async (target) => {
    const { status, headers } = await service.fetch(target);
    expect([status, headers["content-type"]]).toEqual([404, "application/problem+json"]);
  });

  test.for<[target: string, status: number]>([
    [`${"/a".repeat(LONG / 2)}%20`, 404],
    [`${"/".repeat(LONG)}%20`, 404],
    [`/api/v1/notes/${"a/".repeat(LONG / 2)}%20.json`, 404],
    [`/api/v1/notes/${"%2F".repeat(LONG / 3)}`, 404],
    [`/api/v1/notes/${"../".repeat(LONG / 3)}%20`, 404],
    [`/api/v1/notes/${"%2E.%2F".repeat(LONG / 7)}`, 404],
    [`/api/v1/notes/${"a-".repeat(LONG / 2)}.json`, 404],
    [`/${"%FF".repeat(LONG / 3)}`, 400],
    [`${"/%".repeat(LONG / 2)}`, 400],
    [`/api/v1/notes/${"./".repeat(LONG / 2)}%20`, 404],
    [`/api/v1/notes/a${"%CC%81%CC%96".repeat(LONG / 12)}.json`, 404],
    [`/api/v1/search.json?${"&".repeat(LONG)}q=tree`, 200],
    [`/api/v1/search.json?${"=&".repeat(LONG / 2)}q=tree`, 200],
    [`/api/v1/search.json?q=${"+".repeat(LONG)}`, 400],
    [`/api/v1/search.json?q=+${"%20".repeat(LONG / 3)}tree`, 200],
  ])(
    "is answered in time proportional to the length of its address: %#",
    {
      // The time limit is the bound: quadratic work would exceed it.
      timeout: 40_000,
    },
    async ([target, status]) => {
      for (let i = 0; i < 10; i++) expect((await service.fetch(target)).status).toBe(status);
    },
  );
});
