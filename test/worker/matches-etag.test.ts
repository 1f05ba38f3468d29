import { expect, test } from "vitest";
import { matchesEtag } from "../../worker/http/matches-etag.ts";

const ROWS: [list: string, matches: boolean, why: string][] = [
  ['"a1"', true, "the tag"],
  ['W/"a1"', true, "weak: the comparison is weak"],
  ['"x", "a1"', true, "the second of a list"],
  ['"x","a1","y"', true, "without spaces"],
  ['"x" , W/"a1"', true, "spaces before the comma"],
  ["*", true, "any"],
  ["  *  ", true, "any, spaces around"],
  ['"a2"', false, "another tag"],
  ['"a"', false, "a part of the tag"],
  ['"a11"', false, "a longer tag"],
  ["a1", false, "without quotes"],
  ['"a1', false, "half quoted"],
  ['"A1"', false, "case counts"],
  ['"x,a1,y"', false, "within another tag"],
  ['"*"', false, "a tag that is an asterisk"],
  ["", false, "an empty list"],
];

test.each(ROWS)('%s has "a1": %s (%s)', (list, matches) => {
  expect(matchesEtag(list, '"a1"')).toBe(matches);
});
