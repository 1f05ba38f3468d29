import { isDeviceName } from "./is-device-name.ts";

/** File systems hold names of at most this many bytes. */
const LONGEST_NAME = 255;
const EXTENSION = ".json".length;

/**
 * Why a name cannot be the last or a middle segment of a route that is stored as a file, or
 * undefined where it can. Letters of all scripts are fine, and digits, `-`, `_`, `.`, `~` and `+`.
 */
export function unsafeName(name: string): string | undefined {
  if (name === "" || /^[.-]|\.$/.test(name)) return "begins or ends with a dot or a dash";
  if (isDeviceName(name)) return "is the name of a device on Windows";
  if (Buffer.byteLength(name) + EXTENSION > LONGEST_NAME) {
    return `is longer than ${LONGEST_NAME - EXTENSION} bytes`;
  }
  if (name !== name.toLowerCase()) return "has upper-case letters";
  const odd = /[^\p{L}\p{M}\p{N}._~+-]/u.exec(name);
  return odd ? `holds ${JSON.stringify(odd[0])}` : undefined;
}
