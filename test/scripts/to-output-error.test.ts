import { expect, test } from "vitest";
import { OutputError } from "../../scripts/output/output-error.ts";
import { toOutputError } from "../../scripts/output/to-output-error.ts";

function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: no`), { code, syscall: "write" });
}

test.each([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk is full"],
  ["EACCES", "EACCES: no"],
])("%s: %s", (code, cause) => {
  const error = diskError(code);
  expect(toOutputError(error, "dist")).toEqual(
    new OutputError(`dist was left as it was: ${cause}.`, { cause: error }),
  );
});

test("what is no error of the disk is as it is", () => {
  const error = new TypeError("a fault of the code");
  expect(toOutputError(error, "dist")).toBe(error);
});
