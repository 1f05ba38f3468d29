import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { publicAddress, readSite, type Site, settingFaults } from "../../scripts/publish/site.ts";

function site(settings: string, name = 'name = "notes"\n'): Site {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "wrangler.toml");
  writeFileSync(file, `${name}compatibility_date = "2026-10-23"\n${settings}`);
  return readSite(file);
}

const DOCS = '[vars]\nBASE_PATH = "/docs"\n';
const DOMAIN = '[[routes]]\npattern = "notes.example"\ncustom_domain = true\n';
const ROUTE = '[[routes]]\npattern = "example.com/docs/api/*"\nzone_name = "example.com"\n';
const WILD = '[[routes]]\npattern = "*.example.com/*"\nzone_name = "example.com"\n';

describe("the address that is tested", () => {
  test.each([
    ["workers.dev", "", "", "https://notes.me.workers.dev"],
    ["workers.dev below a base path", DOCS, "", "https://notes.me.workers.dev/docs"],
    ["a custom domain", DOMAIN, "", "https://notes.example"],
    ["a custom domain below a base path", DOCS + DOMAIN, "", "https://notes.example/docs"],
    ["a custom domain with another route", ROUTE + DOMAIN, "", "https://notes.example"],
    ["a route", DOCS + ROUTE, "", "https://example.com/docs"],
    ["a route of many hosts, and BASE_URL", WILD, "https://a.example.com", "https://a.example.com"],
    ["BASE_URL in place of a domain", DOMAIN, "https://other.example/", "https://other.example"],
    ["BASE_URL without https://", DOMAIN, "other.example/docs/", "https://other.example/docs"],
  ])("%s", (_, settings, baseUrl, address) => {
    expect(publicAddress(site(settings), baseUrl, "me")).toBe(address);
  });

  test.each([
    ["a route of many hosts", WILD, "", /set the variable BASE_URL/],
    ["neither a route nor workers.dev", "workers_dev = false", "", /set the variable BASE_URL/],
    ["a route of one path", DOCS + ROUTE.replace("/*", ""), "", /does not match/],
    [
      "a route that leads elsewhere",
      ROUTE,
      "",
      /does not match example\.com\/api\/v1\/notes\.json: set BASE_PATH/,
    ],
    ["BASE_URL with a query", "", "https://a.example?x", /BASE_URL is not an address/],
    [
      "BASE_URL as wrangler prints a route",
      "",
      "a.example (custom domain)",
      /BASE_URL is not an address/,
    ],
  ])("%s is an error that says what to do", (_, settings, baseUrl, message) => {
    expect(() => publicAddress(site(settings), baseUrl, "me")).toThrow(message);
  });

  test("without a workers.dev subdomain, the error says how to choose one", () => {
    expect(() => publicAddress(site(""), "", undefined)).toThrow(/open Workers & Pages/);
  });
});

test("a wrangler.toml without a name is refused", () => {
  expect(() => site("", "")).toThrow(/has no name for the Worker/);
});

test.each([
  [{ enabled: true, logs: { invocation_logs: false } }, []],
  [{ enabled: true, logs: { invocation_logs: false, extra: 1 }, extra: {} }, []],
  [
    { enabled: true, logs: { invocation_logs: true } },
    ["of.logs.invocation_logs is true, not false"],
  ],
  [
    undefined,
    ["of.enabled is undefined, not true", "of.logs.invocation_logs is undefined, not false"],
  ],
])("the settings %j have the faults %j", (found, faults) => {
  const asked = { enabled: true, logs: { invocation_logs: false } };
  expect(settingFaults(asked, found, "of")).toEqual(faults);
});
