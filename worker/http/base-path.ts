import { canonicalAddress } from "./canonical-address.ts";

/**
 * The base path as the variable sets it: canonical, from a slash, without one at its end, such as
 * `/docs`. Empty when the variable is absent, empty or malformed; the last is reported.
 *
 * @param report Called with one line for a malformed variable.
 */
export function basePath(value: unknown, report: (message: string) => void): string {
  if (value === undefined || value === "") return "";
  // A space, a query or a fragment would be encoded, and no address be found any more.
  const path =
    typeof value === "string" && !/[\s?#]/.test(value) ? canonicalAddress(value) : undefined;
  if (path !== undefined && /^(\/[^/]+)+$/.test(path) && !path.includes("%2F")) return path;
  report(`BASE_PATH must be a path such as "/docs", not ${JSON.stringify(value)}: none is used.`);
  return "";
}
