import fc from "fast-check";
import { expect, test } from "vitest";
import { packOrders, unpackOrders } from "../../scripts/crew/packed-orders.ts";

const file = fc.string({ unit: "binary", minLength: 1 }).map((name) => name.replaceAll("\n", "_"));
const order = fc.record({ file, digest: fc.option(fc.string(), { nil: undefined }) });

test("orders come back from a thread as they were", () => {
  fc.assert(
    fc.property(fc.array(order, { minLength: 1 }), (orders) => {
      expect(unpackOrders(structuredClone(packOrders(orders)))).toEqual(orders);
    }),
  );
});
