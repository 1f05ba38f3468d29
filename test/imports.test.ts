import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** The imports of each file: files of the project as paths from the root, others by name. */
function importsOf(folders: string): Map<string, string[]> {
  const files = glob.sync(`${folders}/**/*.ts`, { cwd: ROOT, ignore: ["**/node_modules/**"] });
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const specifiers = [...text.matchAll(/(?:\bfrom\s+|^import\s+|\bimport\()"([^"]+)"/gm)];
      return [file, specifiers.map(([, specifier]) => locate(file, specifier!))];
    }),
  );
}

const imports = importsOf("{page,scripts,server,worker}");

function locate(file: string, specifier: string): string {
  return specifier.startsWith(".")
    ? relative(ROOT, join(ROOT, dirname(file), specifier))
    : specifier;
}

function room(path: string): string {
  if (path.startsWith("worker/contract/")) return "contract";
  return path.split("/")[0]!;
}

const edges = [...imports].flatMap(([file, to]) => to.map((target) => ({ file, target })));

test("worker/contract imports nothing outside itself", () => {
  const strays = edges.filter(
    ({ file, target }) => room(file) === "contract" && room(target) !== "contract",
  );
  expect(strays).toEqual([]);
});

/** What each room may import besides itself and `worker/contract`. */
const ALLOWED: Record<string, readonly string[]> = {
  server: ["worker"],
  "scripts/commands": ["server"],
};

test("page, scripts, server and the rest of worker import each other only as allowed: server the worker, commands the server", () => {
  const rooms = ["page", "scripts", "server", "worker"];
  const strays = edges.filter(({ file, target }) => {
    const [from, to] = [room(file), room(target)];
    if (from === to || from === "contract" || !rooms.includes(to)) return false;
    return !(ALLOWED[from] ?? ALLOWED[buildRoom(file) ?? ""])?.includes(to);
  });
  expect(strays).toEqual([]);
});

test("every package that the code imports is a dependency, not only one of development", () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const packages = edges
    .filter(
      ({ target }) =>
        /^[a-z@]/.test(target) &&
        !/^(?:node:|scripts|server|worker|page|package\.json|dist)/.test(target),
    )
    .map(({ target }) => /^(?:@[^/]+\/)?[^/]+/.exec(target)![0]);
  expect(packages.length).toBeGreaterThan(10);
  expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([]);
});

/** Fails with the first cycle of a graph. */
function expectNoCycle(graph: ReadonlyMap<string, Iterable<string>>): void {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): void => {
    expect(path, `${[...path, node].join(" -> ")}`).not.toContain(node);
    if (done.has(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
}

test("no files import each other in a cycle", () => {
  expect(edges.length).toBeGreaterThan(100);
  expectNoCycle(new Map([...imports, ...importsOf("{bench,test}")]));
});

/** The imports between rooms of the build: a room is a folder of `scripts/`, or a file beside them. */
const rooms = new Map<string, Set<string>>();
for (const { file, target } of edges) {
  const [from, to] = [buildRoom(file), buildRoom(target)];
  if (from === undefined || to === undefined || from === to) continue;
  rooms.set(from, (rooms.get(from) ?? new Set()).add(to));
}

function buildRoom(path: string): string | undefined {
  return /^scripts\/[^/]+/.exec(path)?.[0];
}

test("no folders of scripts/ import each other in a cycle", () => {
  expect(rooms.size).toBeGreaterThan(10);
  expectNoCycle(rooms);
});

test("every file is imported by another, or is named as an entry in package.json, wrangler.toml, the page or the list of commands", () => {
  const named = ["package.json", "wrangler.toml", "page/index.html", "scripts/cli/main.js"].map(
    (file) => readFileSync(join(ROOT, file), "utf8"),
  );
  const imported = new Set(edges.map(({ target }) => target));
  const nameOf = (file: string) =>
    file.replace(/^scripts\/commands\/(\w+)\.ts$/, '"$1"').replace(/^page\//, "");
  const orphans = [...imports.keys()].filter(
    (file) =>
      !file.endsWith(".d.ts") &&
      !imported.has(file) &&
      !named.some((text) => text.includes(nameOf(file))),
  );
  expect(orphans).toEqual([]);
});

test("the build does not name any field that collections declare", () => {
  const named = [...imports.keys()].filter((file) => {
    const isBuild =
      file.startsWith("scripts/") && !/^scripts\/(?:publish\/|commands\/deploy)/.test(file);
    return isBuild && /\b(?:category|domain)\b/.test(readFileSync(join(ROOT, file), "utf8"));
  });
  expect(named).toEqual([]);
});
