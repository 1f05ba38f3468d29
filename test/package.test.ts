import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { ACCOUNT, HOST, Platform } from "./publish/platform.ts";

const ROOT = join(import.meta.dirname, "..");
const MAX_BYTES = 20e6;
const NOTES = { "a.md": "# Alpha\n\nSee [[Beta]].\n", "more/b.md": "# Beta\n\nText.\n" };

describe("the package, in an empty folder", { timeout: 900_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  const vault = join(folder, "vault");
  const installed = join(folder, "node_modules");
  const program = join(installed, "notes-reference-api/scripts/cli/main.js");
  // As for somebody who has the package and nothing of the project.
  const { REQUIRE_PACKAGE: _, NODE_COMPILE_CACHE: __, ...inherited } = process.env;
  const env = { ...inherited, XDG_CACHE_HOME: join(folder, "cache"), NO_COLOR: "1" };

  const run = (command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: folder, encoding: "utf8", env: { ...env, ...more } } as const;
    const { status, stdout, stderr } = spawnSync(command, args, options);
    return { status, text: stdout + stderr };
  };
  const api = (...args: string[]) => run(process.execPath, [program, ...args]);

  beforeAll(() => {
    for (const [path, text] of Object.entries(NOTES)) {
      mkdirSync(dirname(join(vault, path)), { recursive: true });
      writeFileSync(join(vault, path), text);
    }
    const script = join(ROOT, "scripts/cli/main.js");
    const args = [script, "pack", "--pack-destination", folder];
    const packed = run(process.execPath, args, {
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "somebody/notes",
    });
    expect([packed.text, packed.status]).toEqual([expect.stringContaining(".tgz"), 0]);
    const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    const npm = run("npm", ["install", "--no-audit", "--no-fund", join(folder, tarball)]);
    expect([npm.text, npm.status]).toEqual([expect.any(String), 0]);
  }, 900_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  test("takes 20 MB at most, and brings neither wrangler, tests nor notes", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    // As on a disk, which gives each file whole blocks.
    const sizes = files.map((file) => statSync(join(installed, file)).blocks * 512);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
    const own = readdirSync(join(installed, "notes-reference-api"));
    expect(own.sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "LICENSES.txt",
      "README.md",
      "bundle",
      "docs",
      "package.json",
      "page.html",
      "scripts",
      "server",
      "worker",
      "wrangler.toml",
    ]);
    expect(readdirSync(installed)).not.toContain("wrangler");
  });

  test("builds and checks a vault, and writes the output outside it", () => {
    const built = api("build", "vault");
    expect(built).toMatchObject({
      status: 0,
      text: expect.stringMatching(/Built .*cache.*dist: 2 notes/),
    });
    expect(readdirSync(vault)).toEqual(["a.md", "more"]);
    expect(api("check", "--content=vault").text).toContain("2 notes checked");
    expect(api("build", "nowhere")).toEqual({
      status: 2,
      text: '"nowhere" is not a folder. See --help.\n',
    });
  });

  test("has no commands of the project, and says which version it is", () => {
    expect(api("pack")).toEqual({
      status: 2,
      text: '"pack" is neither a command nor a folder. See --help.\n',
    });
    expect(api("--version")).toEqual({ status: 0, text: `${manifest.version}\n` });
  });

  test("names the repository whose workflow made it, without which npm accepts no provenance", () => {
    const file = join(installed, "notes-reference-api/package.json");
    const { repository, homepage, bugs } = JSON.parse(readFileSync(file, "utf8"));
    expect(repository.url).toBe("git+https://github.com/somebody/notes.git");
    expect(homepage).toBe("https://github.com/somebody/notes#readme");
    expect(bugs).toBe("https://github.com/somebody/notes/issues");
  });

  test("has a README of its own, whose links go to the project and whose commands are the package's", () => {
    const readme = readFileSync(join(installed, "notes-reference-api/README.md"), "utf8");
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!);
    const folder = `https://github.com/somebody/notes/blob/v${manifest.version}/`;
    expect(links).not.toEqual([]);
    for (const link of links) {
      expect(link.startsWith(folder)).toBe(true);
      expect(existsSync(join(ROOT, link.slice(folder.length).split("#")[0]!))).toBe(true);
    }
    expect(readme).not.toContain("npm run");
    const commands = [...readme.matchAll(/npx notes-reference-api (\w+)/g)].map(
      ([, name]) => name!,
    );
    for (const name of commands) {
      const usage = api(name, "--help");
      expect(usage.text).toMatch(new RegExp(`^(?:Usage: | {7})notes-reference-api ${name} `, "m"));
    }
    expect(commands).toEqual(["build", "check", "serve", "mcp", "deploy", "smoke"]);
  });

  test.each(["serve", undefined])("serves a vault as the contract says: %s", async (command) => {
    const args = [program, ...(command ? [command] : []), "vault", "--port", "0"];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    for await (const chunk of child.stdout
      .setEncoding("utf8")
      .iterator({ destroyOnReturn: false })) {
      said += chunk;
      if (said.includes("Ready on")) break;
    }
    const origin = /Ready on (http:\/\/[^\s/]+)/.exec(said)?.[1] ?? "";
    expect(api("smoke", origin)).toMatchObject({ status: 0 });
    const page = await fetch(origin, { headers: { Accept: "text/html" } });
    expect(page.status).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("publishes with the wrangler that is on the PATH, and says how to get it", async () => {
    const platform = await Platform.start();
    onTestFinished(() => platform.stop());
    const edge = {
      CLOUDFLARE_API_BASE_URL: platform.origin,
      REHEARSAL_EDGE: platform.origin,
      CLOUDFLARE_API_TOKEN: "a-token",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, "test/publish/reach-edge.ts"))}`,
      CI: "true",
      // Vitest sets it for its own purposes.
      BASE_URL: "",
    };
    const deploy = async (PATH: string) => {
      const args = [program, "deploy", "vault", "--name", "my-notes"];
      const options = { cwd: folder, env: { ...env, ...edge, PATH } };
      const child = spawn(process.execPath, args, {
        ...options,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const text = Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
      const [code] = await once(child, "exit");
      return [code, (await text).flat().join("")];
    };
    expect(await deploy(dirname(process.execPath))).toEqual([
      1,
      expect.stringMatching(
        /^Nothing was deployed: wrangler is not installed\. Run npm install --global wrangler@\d/,
      ),
    ]);
    const bin = join(ROOT, "node_modules/.bin");
    const shims = join(folder, "shims");
    mkdirSync(shims);
    const shim = `#!/bin/sh\nexec "${process.execPath}" "${join(bin, "wrangler")}" "$@"\n`;
    writeFileSync(join(shims, "wrangler"), shim, { mode: 0o755 });
    for (const where of [bin, shims]) {
      const [code, text] = await deploy(`${where}:${dirname(process.execPath)}`);
      expect([code, text]).toEqual([0, expect.stringContaining(`answers at https://${HOST}.`)]);
    }
  });
});
