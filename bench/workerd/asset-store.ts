import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Sizes in bytes: the manifest's header, a hash, and an entry of two hashes and 8 unused bytes. */
const HEADER = 20;
const HASH = 16;
const ENTRY = 40;

/**
 * Writes the built files in `dist` in the format of Cloudflare's asset Worker: each under the hash of its
 * content, and a manifest sorted by the hashes of the paths:
 *
 *     manifest.bin   20 bytes, then for each file: path hash 16, content hash 16, 8 unused
 *     blobs/<content hash in hexadecimal>
 */
export function writeAssetStore(folder: string, dist: string): void {
  mkdirSync(join(folder, "blobs"), { recursive: true });
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(".json"),
  );
  const entries = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    const bytes = readFileSync(file);
    const content = hash(bytes);
    writeFileSync(join(folder, "blobs", content.toString("hex")), bytes);
    return { path: hash(file.slice(dist.length).replaceAll("\\", "/")), content };
  });
  entries.sort((a, b) => Buffer.compare(a.path, b.path));
  const manifest = Buffer.alloc(HEADER + ENTRY * entries.length);
  entries.forEach(({ path, content }, i) => {
    path.copy(manifest, HEADER + ENTRY * i);
    content.copy(manifest, HEADER + ENTRY * i + HASH);
  });
  writeFileSync(join(folder, "manifest.bin"), manifest);
}

function hash(data: Uint8Array | string): Buffer {
  return createHash("sha256").update(data).digest().subarray(0, HASH);
}
