import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { build } from "esbuild";
import manifest from "../../package.json" with { type: "json" };
import { SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import { runCommand } from "../cli/command.ts";
import { ROOT, typed } from "../cli/program.ts";
import { buildPage } from "../output/page-files.ts";

const USAGE = `Usage: ${typed("pack", "[options of npm pack]")}

Makes a tarball of the package: compiled code, the bundled Worker and the page to try
the API, without the notes, tests and tools.

  --pack-destination DIR  where it goes (default: the working folder)
  -h, --help              show this
`;

/** Files that the code or editors read, and what people want to know of a package. */
const COPIED = [
  "docs/collections.schema.json",
  "scripts/cli/main.js",
  "wrangler.toml",
  "LICENSE",
  "CHANGELOG.md",
];
/** Of the dependencies, those that only the project needs: to publish, and to build the page. */
const OF_PROJECT = [
  "wrangler",
  "esbuild",
  "micromark",
  "micromark-extension-gfm",
  "micromark-extension-math",
];

async function pack(args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  try {
    compile(folder);
    for (const file of COPIED) cpSync(join(ROOT, file), join(folder, file));
    await bundleWorker(join(folder, "bundle"));
    writeFileSync(join(folder, "page.html"), await buildPage());
    writeFileSync(join(folder, "LICENSES.txt"), await bundledLicenses());
    writeFileSync(join(folder, "README.md"), packageReadme());
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(packageManifest(), null, 2)}\n`);
    // On Windows, npm is a script for cmd. It says itself what is wrong.
    const options = { stdio: "inherit", shell: process.platform === "win32" } as const;
    return spawnSync("npm", ["pack", folder, ...args], options).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(folder: string): void {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const project = join(ROOT, "scripts/pack.tsconfig.json");
  execFileSync(process.execPath, [tsc, "--project", project, "--outDir", folder], {
    stdio: "inherit",
  });
}

/** Bundles the Worker as wrangler does, beside an index that `deploy` puts there. */
async function bundleWorker(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  await build({
    entryPoints: [join(ROOT, "worker/index.ts")],
    outfile: join(folder, "index.js"),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    sourcemap: true,
    sourcesContent: false,
    plugins: [
      {
        name: "search index",
        setup: ({ onResolve }) => {
          onResolve({ filter: /\.bin$/ }, () => ({
            path: `./${SEARCH_INDEX_FILE}`,
            external: true,
          }));
        },
      },
    ],
  });
}

/** The licenses of the packages whose code is in the Worker's bundle or in the page. */
async function bundledLicenses(): Promise<string> {
  const { metafile } = await build({
    entryPoints: ["worker/index.ts", "page/main.ts"].map((file) => join(ROOT, file)),
    absWorkingDir: ROOT,
    outdir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    external: ["*.bin"],
  });
  const folders = Object.keys(metafile.inputs).flatMap(
    (path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].sort().map((folder) => {
    const [file] = globSync("{licen[cs]e,LICEN[CS]E}*", { cwd: join(ROOT, folder) });
    const { name, license } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    const text = file ? readFileSync(join(ROOT, folder, file), "utf8") : "";
    return `${name}: ${license}\n\n${text}`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

/** Where the project is, if GitHub makes the package; undefined elsewhere. */
function repositoryUrl(): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  return GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
}

/** The package's README, whose links go to the project's files of this version; without a known project it has none. */
function packageReadme(): string {
  const url = repositoryUrl();
  const readme = readFileSync(join(ROOT, "docs/package.md"), "utf8");
  return readme.replace(/\[([^\]]+)\]\(([\w./#-]+)\)/g, (_, label: string, path: string) =>
    url === undefined
      ? label
      : `[${label}](${url}/blob/v${manifest.version}/${posix.join("docs", path)})`,
  );
}

/** The manifest of the package, which differs from the project's. */
function packageManifest() {
  const { name, version, description, type, license, dependencies } = manifest;
  const needed = Object.entries(dependencies).filter(([each]) => !OF_PROJECT.includes(each));
  const url = repositoryUrl();
  return {
    name,
    version,
    description,
    keywords: ["markdown", "notes", "obsidian", "wikilinks", "json", "api", "search", "mcp"],
    type,
    license,
    // npm refuses a package with provenance unless this is the repository that it comes from.
    ...(url && {
      repository: { type: "git", url: `git+${url}.git` },
      homepage: `${url}#readme`,
      bugs: `${url}/issues`,
    }),
    engines: { node: ">=22.13" },
    bin: { [name]: "scripts/cli/main.js" },
    dependencies: Object.fromEntries(needed),
    peerDependencies: { wrangler: dependencies.wrangler },
    peerDependenciesMeta: { wrangler: { optional: true } },
  };
}

await runCommand(pack, USAGE);
