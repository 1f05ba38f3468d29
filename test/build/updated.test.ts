import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { needTool } from "../clients/need-tool.ts";
import { commit, git } from "./git.ts";
import { builtVault, note, type Vault, vault } from "./vault.ts";

beforeEach((context) => void needTool(context, "REQUIRE_GIT", "git"));
afterEach(() => vi.unstubAllEnvs());

/** Gives the last commit a signature, which `git log` checks with `gpg.program` if the settings ask for it. */
function sign(folder: string): void {
  const signature =
    "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\n";
  const commit = git(folder, ["cat-file", "commit", "HEAD"]).replace("\n\n", `\n${signature}`);
  writeFileSync(join(folder, "../commit"), commit);
  const name = git(folder, ["hash-object", "-t", "commit", "-w", "../commit"]).trim();
  git(folder, ["update-ref", "HEAD", name]);
}

/** A vault whose files are committed on the first of January. */
function committed(files: Record<string, string>): Vault {
  const made = vault(files);
  git(made.contentDir, ["init", "--quiet"]);
  commit(made.contentDir, "2026-01-01T12:00:00Z");
  return made;
}

/** From routes to `updated`, in the list, which the notes must equal. */
function updatedIn(made: Vault): Record<string, unknown> {
  const { notes } = JSON.parse(made.read("api/v1/notes.json"));
  return Object.fromEntries(
    notes.map(({ route, updated }: { route: string; updated?: unknown }) => {
      expect(JSON.parse(made.read(`api/v1/notes${route}.json`)).updated).toEqual(updated);
      return [route, updated];
    }),
  );
}

async function built(made: Vault, folder = made.contentDir) {
  const result = await made.build({ contentDir: folder });
  return { ...result, updated: updatedIn(made) };
}

describe("from front matter", () => {
  test.each<[frontMatter: string, updated: string | undefined]>([
    ["updated: 2025-03-04", "2025-03-04"],
    ["modified: 2025-03-04T23:30:00-08:00", "2025-03-04"],
    ["lastmod: 2025/3/4 10:00", "2025-03-04"],
    ['last_updated: "[[2025-03-04]]"', "2025-03-04"],
    ["modified: 2025-01-01\nupdated: 2025-03-04", "2025-03-04"],
    ["updated:\nmodified: 2025-03-04", "2025-03-04"],
    ["updated: soon\nlastmod: 2025-03-04", "2025-03-04"],
    ["date: 2024-02-29\nupdated: 2025-03-04", "2025-03-04"],
    ["date: 2024-02-29", "2024-02-29"],
    ["date: 2025-02-29", undefined],
    ["updated: 2025-13-01", undefined],
    ["updated: 20250304", "2025-03-04"],
    ["updated: 1650000000000", "2022-04-15"],
    ["updated: '1650000000'", "2022-04-15"],
    ["updated: 1650000000.5", "2022-04-15"],
    ["updated: 165000000", undefined],
    ["updated: 20251399", undefined],
    ["updated: 20250304120000", undefined],
    ["last_modified_at: 2025-03-04", "2025-03-04"],
    ["lastUpdated: 2025-03-04", "2025-03-04"],
    ["updatedAt: 2025-03-04T10:00:00Z", "2025-03-04"],
    ["date modified: 2025-03-04", "2025-03-04"],
    ["modified_at: 2025-03-04", "2025-03-04"],
    ["mtime: 1650000000", "2022-04-15"],
    ["Last Modified: 2025-03-04", "2025-03-04"],
    ["date-updated: 2025-03-04", "2025-03-04"],
    ["UPDATED: 2025-03-04", "2025-03-04"],
    ["last_update: { date: 2025/3/4, author: A }", "2025-03-04"],
    ["last_update:\n  author: A\n  date: 2025-03-04", "2025-03-04"],
    ["last_update: { author: A }", undefined],
    ["last_updated: 2025-01-01\nlastmod: 2025-03-04", "2025-03-04"],
    ["Date: 2024-02-29", "2024-02-29"],
    ["updated: 2025-03-045", undefined],
    ["updated: [2025-03-04]", undefined],
    ["updated: 2025", undefined],
    ["created: 2025-03-04", undefined],
  ])("%j is %s", async (frontMatter, updated) => {
    const { updated: found } = await built(vault({ "a.md": `---\n${frontMatter}\n---\nText.\n` }));
    expect(found).toEqual({ "/a": updated });
  });

  test.each([
    ["2024-01-05-name.md", "2024-01-05"],
    ["2024-01-05.md", "2024-01-05"],
    ["2024_01_05 Name.md", "2024-01-05"],
    ["2024.1.5.md", "2024-01-05"],
    ["20240105.md", "2024-01-05"],
    ["2024-01-05-name/index.md", "2024-01-05"],
    ["2024-13-05-name.md", undefined],
    ["2024-01.md", undefined],
    ["202401051200.md", undefined],
    ["name-2024-01-05.md", undefined],
  ])("of a file named %s, without any other date, it is %s", async (file, date) => {
    const { updated } = await built(vault({ [file]: "Text.\n" }));
    expect(Object.values(updated)).toEqual([date]);
  });

  test("a date in the file's name comes after git, and after date", async () => {
    const dated = {
      "2024-01-05-a.md": "Text.\n",
      "2024-01-06-b.md": note("B", "", "date: 2020-02-02\n"),
    };
    expect(Object.values((await built(committed(dated))).updated)).toEqual([
      "2026-01-01",
      "2026-01-01",
    ]);
    expect(Object.values((await built(vault(dated))).updated)).toEqual([
      "2024-01-05",
      "2020-02-02",
    ]);
  });

  test("it comes before git, and git before date", async () => {
    const { updated } = await built(
      committed({
        "a.md": note("A", "", "updated: 2020-02-02\n"),
        "b.md": note("B", "", "date: 2020-02-02\n"),
      }),
    );
    expect(updated).toEqual({ "/a": "2020-02-02", "/b": "2026-01-01" });
  });

  test("it is the last field but the text, after declared ones", async () => {
    const made = await builtVault({
      "a.md": note("A", "", "updated: 2020-02-02\nrating: 5\ncategory: x\n"),
      "collections.yaml": "strict: false\nlist: [rating, category]\n",
    });
    const [first] = JSON.parse(made.read("api/v1/notes.json")).notes;
    const last = ["category", "tags", "summary", "rating", "updated"];
    expect(Object.keys(first).slice(3)).toEqual(last);
    expect(Object.keys(JSON.parse(made.read("api/v1/notes/a.json"))).slice(3)).toEqual([
      ...last,
      "markdown",
    ]);
  });

  test.each<[config: string, list: unknown, full: unknown]>([
    ["list: [updated]", "soon", "soon"],
    ["fields: { updated: { type: list } }", undefined, ["soon"]],
    ["fields: { updated: {} }\nlist: []\nfull: []", undefined, undefined],
  ])("a declared field of that name wins: %s", async (config, list, full) => {
    const made = committed({
      "x/a.md": note("A", "", "updated: soon\n"),
      "collections.yaml": `${config}\n`,
    });
    await made.build();
    expect(JSON.parse(made.read("api/v1/notes.json")).notes[0].updated).toEqual(list);
    expect(JSON.parse(made.read("api/v1/notes/x/a.json")).updated).toEqual(full);
  });

  test("in one of two collections, it wins there", async () => {
    const made = vault({
      "x/a.md": note("A", "", "updated: 3\n"),
      "y/b.md": note("B", "", "updated: 2020-02-02\n"),
      "collections.yaml":
        "strict: false\ncollections:\n  x: { folder: x, route: '/x/{slug}', fields: { updated: { type: number } }, list: [updated] }\n  y: { folder: y, route: '/y/{slug}' }\n",
    });
    expect((await built(made)).updated).toEqual({ "/x/a": 3, "/y/b": "2020-02-02" });
    const { components } = JSON.parse(made.read("api/v1/openapi.json"));
    expect(components.schemas.FullNote.properties.updated.type).toEqual(["number", "string"]);
  });

  test("it is described in the OpenAPI document, and not required", async () => {
    const made = await builtVault({ "a.md": "A" });
    for (const { properties, required } of schemasOf(made)) {
      expect(properties.updated).toMatchObject({ type: "string", format: "date" });
      expect(required).not.toContain("updated");
    }
  });

  test("updated: false leaves it out", async () => {
    const made = committed({
      "a.md": note("A", "", "updated: 2020-02-02\n"),
      "collections.yaml": "updated: false\n",
    });
    const { updated, hint } = await built(made);
    expect(updated).toEqual({ "/a": undefined });
    expect(hint).toContain("updated");
    for (const { properties } of schemasOf(made)) expect(properties).not.toHaveProperty("updated");
  });
});

function schemasOf(made: Vault): { properties: Record<string, object>; required: string[] }[] {
  const { NoteSummary, FullNote } = JSON.parse(made.read("api/v1/openapi.json")).components.schemas;
  return [NoteSummary, FullNote];
}

describe("from git", () => {
  test("it is the date, in UTC, of the last commit that changed the file", async () => {
    const made = committed({ "a.md": "A", "b.md": "B" });
    made.write("a.md", "AA");
    commit(made.contentDir, "2026-03-05T01:00:00+05:00");
    commit(made.contentDir, "2026-04-01T12:00:00Z");
    expect((await built(made)).updated).toEqual({ "/a": "2026-03-04", "/b": "2026-01-01" });
  });

  test("a file that is renamed changes; one that is not committed, or changed since, does not", async () => {
    const made = committed({ "a.md": "A", "b.md": "B", "c.md": "C" });
    renameSync(join(made.contentDir, "a.md"), join(made.contentDir, "d.md"));
    commit(made.contentDir, "2026-02-02T12:00:00Z");
    made.write("b.md", "BB");
    made.write("e.md", "E");
    expect((await built(made)).updated).toEqual({
      "/b": "2026-01-01",
      "/c": "2026-01-01",
      "/d": "2026-02-02",
      "/e": undefined,
    });
  });

  test("a merge changes the files that differ from both sides, and no others", async () => {
    const made = committed({ "x/a.md": "A", "x/b.md": "B", "x/c.md": "C" });
    const { contentDir } = made;
    git(contentDir, ["switch", "--quiet", "--create", "side"]);
    made.write("x/a.md", "side");
    made.write("x/b.md", "side");
    commit(contentDir, "2026-02-02T12:00:00Z");
    git(contentDir, ["switch", "--quiet", "main"]);
    made.write("x/a.md", "main");
    commit(contentDir, "2026-02-03T12:00:00Z");
    expect(() => git(contentDir, ["merge", "--quiet", "side"])).toThrow("Command failed");
    made.write("x/a.md", "both");
    commit(contentDir, "2026-03-03T12:00:00Z");
    git(contentDir, ["config", "diff.relative", "true"]);
    const dates = ["2026-03-03", "2026-02-02", "2026-01-01"];
    expect(Object.values((await built(made)).updated)).toEqual(dates);
    expect(Object.values((await built(made, join(contentDir, "x"))).updated)).toEqual(dates);
  });

  test("names of any kind are found", async () => {
    const names = ["é", "e\u0301x", "a b", "tab\there", 'quote"d', "日本", "😀", "-x", "x/y"];
    const files = Object.fromEntries(names.map((name) => [`${name}.md`, "A"]));
    const dates = Object.values((await built(committed(files))).updated);
    expect(dates).toHaveLength(names.length);
    expect(new Set(dates)).toEqual(new Set(["2026-01-01"]));
  });

  test("a vault may be a part of a repository, a worktree or a submodule", async () => {
    const made = vault({ "x.txt": "X", "notes/a.md": "A" });
    const { contentDir } = made;
    git(contentDir, ["init", "--quiet"]);
    commit(contentDir, "2026-01-01T12:00:00Z");
    made.write("x.txt", "XX");
    commit(contentDir, "2026-02-02T12:00:00Z");
    const worktree = join(contentDir, "../worktree");
    git(contentDir, ["worktree", "add", "--quiet", worktree]);
    const outer = join(contentDir, "../outer");
    mkdirSync(outer);
    git(outer, ["init", "--quiet"]);
    git(outer, ["submodule", "--quiet", "add", contentDir, "inner"]);
    commit(outer, "2026-03-03T12:00:00Z");
    for (const folder of [contentDir, worktree, join(outer, "inner")]) {
      expect((await built(made, join(folder, "notes"))).updated).toEqual({ "/a": "2026-01-01" });
    }
  });

  test("a build in a hook of another repository reads its own", async () => {
    const made = committed({ "a.md": "A" });
    vi.stubEnv("GIT_DIR", join(made.outDir, "../nowhere/.git"));
    vi.stubEnv("GIT_INDEX_FILE", "index");
    expect((await built(made)).updated).toEqual({ "/a": "2026-01-01" });
  });

  test("every full clone has the same bytes", async () => {
    const made = committed({ "a.md": "A", "b.md": "B" });
    made.write("a.md", "AA");
    commit(made.contentDir, "2026-03-03T12:00:00Z");
    const { tree } = await made.cold();
    const clone = join(made.contentDir, "../clone");
    git(made.contentDir, ["clone", "--quiet", made.contentDir, clone]);
    expect((await made.cold({ contentDir: clone })).tree).toEqual(tree);
    expect(tree["api/v1/notes.json"]).toContain('"updated":"2026-03-03"');
  });

  test("a shallow clone has the dates of front matter, and says so once", async () => {
    const made = committed({ "a.md": note("A", "", "date: 2020-02-02\n"), "b.md": "B" });
    made.write("b.md", "BB");
    commit(made.contentDir, "2026-03-03T12:00:00Z");
    const clone = join(made.contentDir, "../clone");
    git(made.contentDir, ["clone", "--quiet", "--depth", "1", `file://${made.contentDir}`, clone]);
    const { updated, hint, problems } = await built(made, clone);
    expect(updated).toEqual({ "/a": "2020-02-02", "/b": undefined });
    expect([hint?.match(/This clone has only the last commits/g)?.length, problems]).toEqual([
      1,
      [],
    ]);
    git(clone, ["fetch", "--quiet", "--unshallow"]);
    const full = await built(made, clone);
    expect(full.updated).toEqual({ "/a": "2026-01-01", "/b": "2026-03-03" });
    expect(full.hint).toBeUndefined();
  });

  test("if git refuses the repository of another user, the build says how to allow it", async () => {
    const made = committed({ "a.md": "A" });
    vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    const { updated, hint } = await built(made);
    expect(updated).toEqual({ "/a": undefined });
    expect(hint).toContain("safe.directory");
  });

  test.each<[what: string, prepare: (made: Vault) => void]>([
    ["no repository", () => {}],
    [
      "no git",
      ({ contentDir }) => {
        git(contentDir, ["init", "--quiet"]);
        commit(contentDir, "2026-01-01T12:00:00Z");
        vi.stubEnv("PATH", contentDir);
      },
    ],
    ["no commit", ({ contentDir }) => void git(contentDir, ["init", "--quiet"])],
    [
      "a damaged repository",
      ({ contentDir }) => {
        git(contentDir, ["init", "--quiet"]);
        commit(contentDir, "2026-01-01T12:00:00Z");
        rmSync(join(contentDir, ".git/objects"), { recursive: true });
        mkdirSync(join(contentDir, ".git/objects"));
      },
    ],
  ])("with %s there are no dates, and no problems", async (_, prepare) => {
    const made = vault({ "a.md": "A", "b.md": note("B", "", "date: 2020-02-02\n") });
    prepare(made);
    const { updated, hint, problems } = await built(made);
    expect(updated).toEqual({ "/a": undefined, "/b": "2020-02-02" });
    expect([hint, problems]).toEqual([undefined, []]);
  });

  test("nothing that the repository's settings name is run", async () => {
    const made = committed({ "a.md": "A" });
    const { contentDir } = made;
    sign(contentDir);
    const trace = join(contentDir, "../trace");
    const command = join(contentDir, "../run");
    writeFileSync(command, `#!/bin/sh\ntouch "${trace}"\nfalse\n`, { mode: 0o700 });
    for (const name of [
      "gpg.program",
      "core.fsmonitor",
      "diff.external",
      "core.pager",
      "core.sshCommand",
      "diff.x.textconv",
    ]) {
      git(contentDir, ["config", name, command]);
    }
    git(contentDir, ["config", "log.showSignature", "true"]);
    made.write(".gitattributes", "* diff=x\n");
    expect((await built(made)).updated).toEqual({ "/a": "2026-01-01" });
    expect(existsSync(trace)).toBe(false);
  });
});

describe("an incremental build", () => {
  test("a commit without a changed file dates it", async () => {
    const made = committed({ "a.md": "A" });
    made.write("a.md", "AA");
    const builder = await made.started();
    commit(made.contentDir, "2026-02-02T12:00:00Z");
    await builder.run(undefined, new Set());
    expect(updatedIn(made)).toEqual({ "/a": "2026-02-02" });
  });

  const step = fc.record({
    what: fc.constantFrom("write", "commit", "commit", "remove", "rename", "amend", "damage"),
    name: fc.constantFrom("a", "b", "x/c"),
    day: fc.integer({ min: 10, max: 28 }),
  });

  test("is byte for byte the build of the same folder from nothing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 4 }),
        async (rounds) => {
          const made = committed({ "a.md": "A", "b.md": "[[a]]", "x/c.md": "C" });
          const builder = made.builder();
          const path = (name: string) => join(made.contentDir, `${name}.md`);
          for (const [round, steps] of rounds.entries()) {
            const changed = steps.flatMap(({ name }) => [`${name}.md`, "d.md"]);
            for (const { what, name, day } of steps) {
              const date = `2026-05-${day}T00:00:00Z`;
              if (what === "write") made.write(`${name}.md`, `${name} ${round}`);
              if (what === "commit") commit(made.contentDir, date);
              if (what === "remove" && name !== "a") rmSync(path(name), { force: true });
              if (what === "rename" && existsSync(path(name)) && name !== "a")
                renameSync(path(name), path("d"));
              if (what === "amend")
                git(
                  made.contentDir,
                  ["commit", "--quiet", "--amend", "--no-edit", "--allow-empty"],
                  date,
                );
              if (what === "damage") rmSync(made.outDir, { recursive: true, force: true });
            }
            await builder.run(undefined, new Set(changed));
            expect(made.tree()).toEqual((await made.cold()).tree);
          }
        },
      ),
      { seed: 20261123, numRuns: Number(process.env.FUZZ_BUILDS ?? 12) },
    );
  });
});
