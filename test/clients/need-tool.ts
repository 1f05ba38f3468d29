import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "vitest";

/**
 * Returns the path of a program that a test runs. If it is not on the PATH, the test is skipped, or
 * fails if the environment requires it.
 *
 * @param names Alternatives; the first that is found is used.
 * @param requiredBy Name of the environment variable that, if set, makes a missing program an error.
 */
export function needTool(
  { skip }: Pick<TestContext, "skip">,
  requiredBy: string,
  ...names: readonly [string, ...string[]]
): string {
  const found = names.flatMap(candidates).find((file) => existsSync(file));
  if (found !== undefined) return found;
  const missing = `there is no ${names.join(" or ")} on the PATH`;
  if (process.env[requiredBy]) throw new Error(`${requiredBy} is set, but ${missing}.`);
  return skip(missing);
}

function candidates(name: string): string[] {
  return (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
}
