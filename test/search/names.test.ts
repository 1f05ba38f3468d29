import fc from "fast-check";
import { expect, test } from "vitest";
import type { Route } from "../../worker/contract/route.ts";
import { aliasKey } from "../../worker/contract/search/alias-key.ts";
import { ErrorLog } from "../../worker/log.ts";
import { findNearest } from "../../worker/routes/find-note.ts";
import { routesNamed } from "../../worker/search/names.ts";
import { asDocuments, indexOf } from "./search-in.ts";

const name = fc.oneof(
  fc.constantFrom(..."k8s|K8s|hash map|Hash_Map|TCP/IP|tcp ip|café|C++|数据|| - ".split("|")),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const route = fc
  .array(fc.constantFrom("a", "b", "c++", "é", "𐀀", "ﬀ"), { minLength: 1, maxLength: 3 })
  .map((parts) => `/${parts.join("/")}`);

test("a note is found by each of its aliases and former routes, and by no other name", () => {
  const notes = fc.array(
    fc.record({
      aliases: fc.array(name, { maxLength: 4 }),
      formerly: fc.array(route, { maxLength: 2 }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(notes, fc.array(fc.oneof(name, route)), (listed, others) => {
      const documents = asDocuments(listed.map((names) => ({ title: "", ...names })));
      const engine = indexOf(documents);
      const keysOf = ({ aliases = [], formerly = [] }: (typeof documents)[number]) =>
        [...formerly, ...aliases.map(aliasKey)].filter((key) => key !== "");
      for (const key of [...documents.flatMap(keysOf), ...others]) {
        const owners = documents.filter((document) => keysOf(document).includes(key));
        expect(routesNamed(engine, key)).toEqual(owners.map((owner) => owner.route));
      }
    }),
  );
});

test("a note that has the last part of an address as an alias is suggested before one with a near route", () => {
  const documents = asDocuments([
    { title: "Kates", route: "/kates" as Route },
    { title: "Kubernetes", route: "/kubernetes" as Route, aliases: ["Kate"] },
  ]);
  const engine = indexOf(documents);
  const index = { searchEngine: () => engine, errors: new ErrorLog() };
  expect(findNearest("/kate" as Route, index)).toEqual(["/kubernetes", "/kates"]);
});
