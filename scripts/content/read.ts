import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Finding, placeAt } from "../problems/problems.ts";
import { isWithin, targetOf } from "./paths.ts";

/** A Markdown file that was read. */
export interface SourceFile {
  /** Path relative to the content folder, with `/`, as on the disk. */
  file: string;
  /** The file's text without a leading byte order mark. */
  text: string;
  /** SHA-1 of the file's bytes. */
  digest: string;
}

const decoder = new TextDecoder("utf-8", { fatal: true });
/** Number of bytes examined to tell UTF-16 from UTF-8. */
const SAMPLE = 1024;

/**
 * Reads one file. Returns a finding if it cannot be read.
 * @param file relative to the content folder, with `/`
 */
export function readSource(contentDir: string, file: string): SourceFile | Finding {
  const start = { file, line: 1, column: 1 };
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(contentDir, file));
  } catch (error) {
    const message = file.includes("\ufffd")
      ? "The file's name is not UTF-8. Rename it."
      : `The file cannot be read: ${(error as Error).message}.`;
    return { ...start, rule: "unreadable-file", message };
  }
  if (isUtf16(bytes)) {
    return { ...start, rule: "invalid-utf8", message: "The file is UTF-16. Save it as UTF-8." };
  }
  try {
    return { file, text: decoder.decode(bytes), digest: hash("sha1", bytes, "base64url") };
  } catch {
    return invalidUtf8(file, bytes);
  }
}

/** File timestamps advance in steps: of 20 ms, or of 2 s if they are whole seconds. */
const TICK_MS = 20;
const COARSE_TICK_MS = 2000;

/**
 * A value that changes whenever the file does; undefined if there is no such value: a file written in the
 * current tick may be written again in the same tick.
 */
export function sourceStamp(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = stats;
  const tick = ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
  const isSettled = Math.max(mtimeMs, ctimeMs) + tick < Date.now();
  return isSettled ? `${size} ${mtimeMs} ${ctimeMs} ${ino}` : undefined;
}

/**
 * Reads files of the content folder to quote them in reports. Returns undefined if a file is not text, and
 * for symbolic links out of the folder, whose targets must not be shown.
 */
export function sourceReader(contentDir: string): (file: string) => string | undefined {
  const root = targetOf(contentDir);
  return (file) => {
    const target = targetOf(join(contentDir, file));
    if (root === undefined || target === undefined || !isWithin(target, root)) return undefined;
    const source = readSource(contentDir, file);
    return "text" in source ? source.text : undefined;
  };
}

/**
 * Whether bytes are UTF-16 without a byte order mark: in a European language most units have a zero
 * byte, always on the same side. Decoded as UTF-8, the text would be full of U+0000.
 */
function isUtf16(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  if (!sample.includes(0)) return false;
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]! += 1;
  const [low, high] = zeros.sort((a, b) => a - b);
  return low === 0 && high! > sample.length / 4;
}

/** Reports the first invalid byte: where the output of a lenient decoder differs from the file. */
function invalidUtf8(file: string, bytes: Buffer): Finding {
  const decoded = Buffer.from(bytes.toString());
  let offset = decoded.findIndex((byte, i) => byte !== bytes[i]);
  // Back to the first byte of the decoder's replacement character.
  while ((decoded[offset]! & 0xc0) === 0x80) offset--;
  const before = bytes.toString("utf8", 0, offset).replace(/^\ufeff/, "");
  const byte = bytes[offset]!.toString(16).padStart(2, "0").toUpperCase();
  const message = `The byte 0x${byte} is not UTF-8 here. Save the file as UTF-8.`;
  return { file, ...placeAt(before, before.length), rule: "invalid-utf8", message };
}
