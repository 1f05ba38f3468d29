import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The bare floor: every note is read and written back as JSON, and nothing is done in between. */
const [content, out] = process.argv.slice(2);
if (content === undefined || out === undefined) throw new Error("Say where: floor.ts CONTENT OUT");
const made = new Set<string>();
for (const file of readdirSync(content, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".md")) continue;
  const target = join(out, file.replace(/md$/, "json"));
  if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
  made.add(dirname(target));
  const markdown = readFileSync(join(content, file), "utf8");
  writeFileSync(target, JSON.stringify({ title: file, markdown }));
}
