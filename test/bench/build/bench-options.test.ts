import { expect, test } from "vitest";
import { parseBenchOptions } from "./bench-options.ts";

test("sizes are in rising order", () => {
  expect(parseBenchOptions(["--notes", "300,20"])).toMatchObject({
    sizes: [20, 300],
    rounds: 5,
    write: false,
  });
});

test.each([
  [["--notes", "ten"], /--notes takes whole numbers from 1, not "ten"/],
  [["--notes", "10,"], /--notes/],
  [["--rounds", "0"], /--rounds/],
  [["--limit", "1.5"], /--limit/],
  [["--speed"], /--speed/],
  [["14000"], /14000/],
])("%j are refused", (args, reason) => {
  expect(() => parseBenchOptions(args)).toThrow(reason);
});
