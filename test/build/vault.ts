import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";

import type { Problem } from "../../scripts/diagnostics/diagnostics.ts";
import { Builder } from "../../scripts/pipeline/builder.ts";
import type { BuildOptions } from "../../scripts/pipeline/memory.ts";
import type { Progress } from "../../scripts/report/progress.ts";
import type { RunResult } from "../../scripts/report/result.ts";

/** A small vault written by a test, and its output. */
export interface Vault {
  contentDir: string;
  outDir: string;
  /** A builder of the vault, as `npm start` has one. */
  builder(options?: Partial<BuildOptions>): Builder;
  /** A builder that has built the vault once. */
  started(): Promise<Builder>;
  /** Builds the vault once, like `npm run build`. */
  build(options?: Partial<BuildOptions>, progress?: Progress): Promise<RunResult>;
  /** Writes a file of the vault. */
  write(path: string, content: string | Uint8Array): void;
  /** A file of the output, as text. */
  read(path: string): string;
  /** All files of the output. */
  tree(): Tree;
  /** Builds the same notes into an empty folder. */
  cold(options?: Partial<BuildOptions>): Promise<RunResult & { tree: Tree }>;
}

/** The files of a folder by path, with their bytes as text, and its empty folders; empty if there is no folder. */
export type Tree = Record<string, string>;

export function treeOf(folder: string): Tree {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const parents = new Set(entries.map(({ parentPath }) => parentPath));
  const contents = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) return [[relative(folder, path), readFileSync(path, "latin1")]];
    return entry.isDirectory() && !parents.has(path) ? [[`${relative(folder, path)}/`, ""]] : [];
  });
  return Object.fromEntries(contents.sort());
}

/** A new folder, deleted when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes files into a new folder, which is deleted when the test ends.
 * @param files content by path, with `/`; bytes are written as they are
 */
export function vault(files: Record<string, string | Uint8Array>): Vault {
  const root = newFolder();
  const contentDir = join(root, "content");
  const outDir = join(root, "dist");
  const write: Vault["write"] = (path, content) => {
    mkdirSync(dirname(join(contentDir, path)), { recursive: true });
    writeFileSync(join(contentDir, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const defaults: BuildOptions = {
    contentDir,
    outDir,
    check: false,
    rules: new Map(),
    ignore: [],
  };
  const builder: Vault["builder"] = (options) => new Builder({ ...defaults, ...options });
  const started: Vault["started"] = async () => {
    const kept = builder();
    await kept.run();
    return kept;
  };
  const build: Vault["build"] = (options, progress) => builder(options).run(progress);
  const cold: Vault["cold"] = async (options) => {
    const folder = mkdtempSync(join(tmpdir(), "cold-"));
    const result = await build({ ...options, outDir: join(folder, "dist") });
    const tree = treeOf(join(folder, "dist"));
    rmSync(folder, { recursive: true });
    return { ...result, tree };
  };
  const read = (path: string) => readFileSync(join(outDir, path), "utf8");
  const tree = () => treeOf(outDir);
  return { contentDir, outDir, builder, started, build, write, read, tree, cold };
}

/** A vault that was built. */
export async function builtVault(files: Parameters<typeof vault>[0]): Promise<Vault> {
  const made = vault(files);
  await made.build();
  return made;
}

/** A note with front matter that a strict build accepts. */
export function note(title: string, body = "Text.\n", more = ""): string {
  return `---\ntitle: ${title}\nsummary: About it.\n${more}---\n${body}`;
}

/** A `collections.yaml` with one collection for each form of route. */
export const CONFIG = `collections:
  languages:
    folder: languages
    route: /languages/{slug}
    fields:
      category: { required: true, values: [functional, imperative] }
      domain: { required: true }
    list: [category]
    full: [domain, category]
  terms:
    folder: terms
    route: /terms/{domain}/{slug}
    fields:
      domain: { required: true }
    list: [domain]
    full: [domain]
  guides:
    folder: guides
    route: /guides/{path}
tags: [graphs, trees]
`;

/** A problem as one line: `file:line:column severity rule`. */
export function brief({ file, line, column, severity, rule }: Problem): string {
  return `${file}:${line}:${column} ${severity} ${rule}`;
}
