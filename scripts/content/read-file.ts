import { hash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, positionAt } from "../diagnostics/diagnostics.ts";

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
/**
 * How UTF-16 begins, byte by byte: with a byte order mark, or with a Latin character, one byte of which is zero. As
 * UTF-8, such a text could be valid, and not be recognized as a draft.
 */
const UTF_16 = /^(?:\xff\xfe|\xfe\xff|\0[^\0]|[^\0]\0)/;

/**
 * Reads one file. Returns a diagnostic if it cannot be read.
 * @param file relative to the content folder, with `/`
 */
export function readSource(contentDir: string, file: string): SourceFile | Diagnostic {
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
  if (UTF_16.test(bytes.toString("latin1", 0, 2))) {
    return { ...start, rule: "invalid-utf8", message: "The file is UTF-16. Save it as UTF-8." };
  }
  try {
    return { file, text: decoder.decode(bytes), digest: hash("sha1", bytes, "base64url") };
  } catch {
    return invalidUtf8(file, bytes);
  }
}

/** Up to this length, in UTF-16 units, the engine copies a part of a string. */
const MAX_COPIED = 12;

/**
 * Replaces the strings in a value by copies. A part of a string holds the whole in memory: without this, what a build
 * remembers of 14,000 notes takes 95 MB more. A round trip through JSON takes three times as long.
 */
export function ownStrings<T>(value: T): T {
  if (typeof value === "string") return copied(value) as T;
  if (Array.isArray(value)) for (const [i, each] of value.entries()) value[i] = ownStrings(each);
  else if (typeof value === "object") for (const key in value) value[key] = ownStrings(value[key]);
  return value;
}

function copied(text: string): string {
  return text.length > MAX_COPIED ? ` ${text}`.slice(1) : text;
}

/**
 * Reads files of the content folder to quote them in reports. Returns undefined if a file is not text, and
 * for symbolic links, whose targets may be elsewhere and must not be shown.
 */
export function sourceReader(contentDir: string): (file: string) => string | undefined {
  return (file) => {
    const stats = lstatSync(join(contentDir, file), { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    const source = readSource(contentDir, file);
    return "text" in source ? source.text : undefined;
  };
}

/** Reports the first invalid byte: where the output of a lenient decoder differs from the file. */
function invalidUtf8(file: string, bytes: Buffer): Diagnostic {
  const decoded = Buffer.from(bytes.toString());
  let offset = decoded.findIndex((byte, i) => byte !== bytes[i]);
  // Back to the first byte of the decoder's replacement character.
  while ((decoded[offset]! & 0xc0) === 0x80) offset--;
  const before = bytes.toString("utf8", 0, offset).replace(/^\ufeff/, "");
  const byte = bytes[offset]!.toString(16).padStart(2, "0").toUpperCase();
  const message = `The byte 0x${byte} is not UTF-8 here. Save the file as UTF-8.`;
  return { file, ...positionAt(before, before.length), rule: "invalid-utf8", message };
}
