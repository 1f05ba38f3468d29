import type { ParseOrder } from "./parse-order.ts";

/** Orders as few values: each object that crosses to a thread is walked over on both sides. */
export interface PackedOrders {
  /** The files, a line each: no file of a listing has a line break in its name. */
  files: string;
  /** One a file; undefined where no order has one. */
  digests: (string | undefined)[] | undefined;
}

export function packOrders(orders: readonly ParseOrder[]): PackedOrders {
  return {
    files: orders.map(({ file }) => file).join("\n"),
    digests: orders.some(({ digest }) => digest !== undefined)
      ? orders.map(({ digest }) => digest)
      : undefined,
  };
}

/** @param packed of one order or more */
export function unpackOrders({ files, digests }: PackedOrders): ParseOrder[] {
  return files.split("\n").map((file, i) => ({ file, digest: digests?.[i] }));
}
