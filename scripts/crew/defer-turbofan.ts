/** How often a function is called before V8 gives it to its slowest compiler: as V8 has it, ... */
export const USUAL_CALLS = 3000;

/** ... and so that only what all else waits for is given to it. */
const MANY_CALLS = 100_000;

/**
 * Has V8 make its best code of few functions, in all threads, until it is disposed of: with the usual number of
 * calls a build of 14,000 notes takes a tenth more instructions, since each thread compiles anew. It is not a flag
 * of the command line: Node keeps compiled code of its own, for the usual flags alone, which every start needs.
 */
export function deferTurbofan(): Disposable {
  setCalls(MANY_CALLS);
  return { [Symbol.dispose]: () => setCalls(USUAL_CALLS) };
}

function setCalls(calls: number): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString(`--invocation-count-for-turbofan=${calls}`);
}
