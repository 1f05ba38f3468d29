import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A package when it is first needed, for what most runs never need. @param name the type is that of its import */
export function loadPackage<T>(name: string): T {
  return require(name);
}
