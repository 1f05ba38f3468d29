import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApiDocument } from "../../scripts/openapi/openapi-document.ts";
import { PROBLEM_TYPES, type ProblemName, problemTypeUri } from "../../worker/contract/problems.ts";

const document = openApiDocument();

test("the OpenAPI document passes the linter's recommended rules, warnings included", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test("the linter is awake: a document without an operation's summary fails it", async () => {
  const broken = structuredClone(document) as {
    paths: Record<string, { get: { summary?: string } }>;
  };
  delete broken.paths["/api/v1/notes.json"]?.get.summary;
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(broken), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain("operation-summary");
});

test.each(Object.keys(PROBLEM_TYPES) as ProblemName[])(
  "the type of %s refers to its example",
  (name) => {
    const { status, title } = PROBLEM_TYPES[name];
    const pointer = problemTypeUri(name).split("#/")[1]!.split("/");
    const example = pointer.reduce<unknown>(
      (value, key) => (value as Record<string, unknown>)[key],
      document,
    );
    expect(example).toMatchObject({ value: { type: problemTypeUri(name), title, status } });
  },
);
