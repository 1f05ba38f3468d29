import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * A package when it is first needed: most runs need none of them, and to load one takes as long as to load half of
 * the build. @param name the type is that of its import
 */
export function loadPackage<T>(name: string): T {
  return require(name);
}
