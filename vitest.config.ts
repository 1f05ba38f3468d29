import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestSpecification } from "vitest/node";

/** Some of the included notes: as long as they exist, so do the others. */
const SHIPPED_NOTES = [
  "languages/common-lisp.md",
  "subjects/utf-8.md",
  "terms/data-structures/hash-table.md",
];
const hasShippedNotes = SHIPPED_NOTES.every((note) =>
  existsSync(join(import.meta.dirname, "content", note)),
);

/** The tests that send requests to the API, and run once more with the server on Node. */
const ON_NODE = [
  "contract",
  "worker/faults",
  "worker/fuzz",
  "worker/hostile-client",
  "worker/language",
  "worker/mcp",
  "worker/page",
  "clients/mcp",
].map((name) => `test/${name}.test.ts`);

/** The tests that run only where a variable asks for them, as in `.ci/run`: they take minutes, or what few machines have. */
const ON_REQUEST: Readonly<Record<string, readonly string[]>> = {
  REQUIRE_BROWSER: ["clients/browser", "clients/page"],
  REQUIRE_CLIENTS: ["clients/clients", "clients/mcp"],
  REQUIRE_PACKAGE: ["package"],
};
const notRequested = Object.entries(ON_REQUEST).flatMap(([variable, names]) =>
  process.env[variable] ? [] : names.map((name) => `test/${name}.test.ts`),
);

// The many programs that tests start load faster if Node keeps their compiled code.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/** Says which tests were skipped and why, which the default reporter does not at a terminal if there are many files. */
const skipReasons: Reporter = {
  onTestRunEnd(modules) {
    const skipped = modules.flatMap(({ relativeModuleId: file, children }) =>
      [...children.allTests("skipped")].map((test) => {
        const result = test.result();
        const note = result.state === "skipped" ? result.note : undefined;
        return { file, note: note ?? "not for this system or these settings" };
      }),
    );
    for (const [note, tests] of Map.groupBy(skipped, (test) => test.note)) {
      const files = [...new Set(tests.map(({ file }) => file))].sort().join(", ");
      console.log(`Skipped ${tests.length} tests of ${files}: ${note}`);
    }
    for (const [variable, names] of Object.entries(ON_REQUEST)) {
      if (!process.env[variable]) console.log(`Not run without ${variable}=1: ${names.join(", ")}`);
    }
  },
};

/** Where no earlier run tells how long files take, larger ones come first, but the longest is small. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/rehearsal.test.ts");
    return sorted.filter(isLongest).concat(sorted.filter((file) => !isLongest(file)));
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: [
      {
        extends: true,
        test: { name: "all", include: ["{test,bench}/**/*.test.ts"], provide: { host: "workerd" } },
      },
      // What the API promises wherever it runs.
      { extends: true, test: { name: "on Node", include: ON_NODE, provide: { host: "node" } } },
    ],
    // content/ has the tests of the included notes, which are skipped once those are gone.
    exclude: [
      "**/node_modules/**",
      ...notRequested,
      ...(hasShippedNotes ? [] : ["test/content/**"]),
    ],
    // One more than there are cores: many tests wait for programs that they started.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", ...(process.env.GITHUB_ACTIONS ? ["github-actions"] : []), skipReasons],
    globalSetup: ["./test/worker/global-setup.ts"],
    // Loading the same modules again for each file would take a quarter of the time.
    isolate: false,
    // For what hangs, not for what is slow: on a busy machine everything may take ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
