/**
 * The weights in a header that lists what a client accepts (RFC 9110, section 12.4.2).
 *
 * @param header Such as `text/html, *\/*;q=0.8`; `null` if there is none.
 * @returns From each name, in lower case, to its weight: 0 (refused) to 1. Of a name that occurs twice, the last.
 */
export function readWeights(header: string | null): ReadonlyMap<string, number> {
  const items = header?.split(",") ?? [];
  return new Map(
    items.map((item): [string, number] => {
      const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((each) => /^q\s*=/.test(each));
      return [name, Number(weight?.replace(/^q\s*=/, "") ?? 1)];
    }),
  );
}
