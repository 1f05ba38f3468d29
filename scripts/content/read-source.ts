import { hash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import type { Finding } from "../report/problems.ts";
import type { SourceFile } from "./source-file.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes that most notes fit into, to be read again and again. */
const USUAL = Buffer.allocUnsafeSlow(64 * 1024);

/** Reads one note, or says why it cannot be read. A leading byte order mark is dropped. */
export function readSource(contentDir: string, file: string): SourceFile | Finding {
  let bytes: Buffer;
  try {
    bytes = readBytes(`${contentDir}/${file}`);
  } catch (error) {
    const message = file.includes("\ufffd")
      ? "The file's name is not UTF-8. Rename it."
      : `The file cannot be read: ${(error as Error).message}.`;
    return { file, line: 1, column: 1, rule: "unreadable-file", message };
  }
  try {
    const text = decoder.decode(bytes);
    const digest = hash("sha1", bytes, "base64url");
    return { file, text, utf8: withoutMark(bytes), digest };
  } catch {
    return invalidUtf8(file, withoutMark(bytes));
  }
}

/** Reads a file whole, into memory that the next one is read into. */
function readBytes(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    let memory = USUAL;
    let end = 0;
    for (;;) {
      const read = readSync(file, memory, end, memory.length - end, null);
      if (read === 0) return memory.subarray(0, end);
      end += read;
      if (end === memory.length) memory = Buffer.concat([memory], 4 * end);
    }
  } finally {
    closeSync(file);
  }
}

/** The bytes behind a byte order mark. */
function withoutMark(bytes: Buffer): Buffer {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

/** Finds the first byte that is not UTF-8, by decoding ever longer parts: halves, not lines. */
function invalidUtf8(file: string, bytes: Buffer): Finding {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isValidPrefix(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  // A character that is cut at the end is not among them: its first byte is the one that is wrong.
  const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
  const before = lenient.decode(bytes.subarray(0, valid), { stream: true });
  const lines = before.split(/\r\n|\n|\r/);
  const byte = bytes[Buffer.byteLength(before)]!.toString(16).padStart(2, "0").toUpperCase();
  return {
    file,
    line: lines.length,
    column: lines.at(-1)!.length + 1,
    rule: "invalid-utf8",
    message: `The byte 0x${byte} is not UTF-8 here. Save the file as UTF-8.`,
  };
}

/** Whether the bytes can begin a UTF-8 text: a character cut at the end is no fault. */
function isValidPrefix(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
