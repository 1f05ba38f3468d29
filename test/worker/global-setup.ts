import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { type Bundle, bundle } from "./bundle.ts";

declare module "vitest" {
  interface ProvidedContext {
    bundle: Bundle;
  }
}

/** Bundles the Worker once for all test files that start it. */
export default function setup(project: TestProject): () => void {
  const made = bundle();
  project.provide("bundle", made);
  return () => rmSync(made.folder, { recursive: true, force: true });
}
