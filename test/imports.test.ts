import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** What each file of the project imports: its own files as paths from the root, others by name. */
const imports = new Map<string, string[]>(
  glob.sync(["scripts/**/*.ts", "worker/**/*.ts"], { cwd: ROOT }).map((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    const specifiers = [...text.matchAll(/(?:\bfrom\s+|^import\s+|\bimport\()"([^"]+)"/gm)];
    return [file, specifiers.map(([, specifier]) => locate(file, specifier!))];
  }),
);

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

test("there are imports to hold to the law", () => {
  expect(edges.length).toBeGreaterThan(100);
});

test("worker/contract imports nothing outside itself", () => {
  const strays = edges.filter(
    ({ file, target }) => room(file) === "contract" && room(target) !== "contract",
  );
  expect(strays).toEqual([]);
});

test("scripts and the rest of worker never import each other", () => {
  const strays = edges.filter(
    ({ file, target }) =>
      (room(file) === "scripts" && room(target) === "worker") ||
      (room(file) === "worker" && room(target) === "scripts"),
  );
  expect(strays).toEqual([]);
});

test("worker uses nothing of Node", () => {
  const strays = edges.filter(
    ({ file, target }) => room(file) !== "scripts" && target.startsWith("node:"),
  );
  expect(strays).toEqual([]);
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

test("no imports make a cycle", () => {
  expectNoCycle(imports);
});

test("no imports make a cycle of folders of the build", () => {
  const folderOf = (file: string) => /^scripts\/[^/]+(?=\/)/.exec(file)?.[0];
  const folders = new Map<string, Set<string>>();
  for (const { file, target } of edges) {
    const [from, to] = [folderOf(file), folderOf(target)];
    if (from === undefined || to === undefined || from === to) continue;
    folders.set(from, (folders.get(from) ?? new Set()).add(to));
  }
  expect(folders.size).toBeGreaterThan(3);
  expectNoCycle(folders);
});

test("every file is imported by another, or is an entry that package.json or wrangler.toml names", () => {
  const named = ["package.json", "wrangler.toml"].map((file) =>
    readFileSync(join(ROOT, file), "utf8"),
  );
  const imported = new Set(edges.map(({ target }) => target));
  const orphans = [...imports.keys()].filter(
    (file) =>
      !file.endsWith(".d.ts") && !imported.has(file) && !named.some((text) => text.includes(file)),
  );
  expect(orphans).toEqual([]);
});
