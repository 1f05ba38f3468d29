/** What the Worker uses of Node's API; the platform has it without a compatibility flag. */
declare var process:
  | { getBuiltinModule(name: "node:zlib"): { crc32(data: Uint8Array): number } }
  | undefined;
