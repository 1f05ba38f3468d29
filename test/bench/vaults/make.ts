import { parseArgs } from "node:util";
import { makeVault } from "./make-vault.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    notes: { type: "string", default: "14000" },
    seed: { type: "string", default: "1" },
    links: { type: "string", default: "10.6" },
    tidy: { type: "boolean", default: false },
  },
});
const [dir] = positionals;
if (dir === undefined)
  throw new Error("Say where: make.ts DIR [--notes N] [--seed N] [--links N] [--tidy]");
const made = makeVault(dir, {
  notes: Number(values.notes),
  seed: Number(values.seed),
  links: Number(values.links),
  isTidy: values.tidy,
});
const links = made.flatMap(({ parts }) => parts.filter((part) => typeof part !== "string"));
const wrong = links.filter(({ rule }) => rule !== undefined).length;
process.stdout.write(
  `${dir}: ${made.length} notes, ${links.length} links, ${wrong} of them wrong\n`,
);
