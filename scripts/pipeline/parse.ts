import { readSource, sourceStamp } from "../content/read.ts";
import type { PlacedFile } from "../notes/note.ts";
import { ContentError } from "../problems/errors.ts";
import type { BuildContext, CachedFile, ParsedVault } from "./cache.ts";
import { parseFiles } from "./parse-threads.ts";

/** Maximum size in UTF-16 units of the bodies kept for linking. Reading those of 14,000 notes again takes 0.2 s. */
const KEPT_UNITS = 16 * 1024 * 1024;

/** Parses every file that changed since the last build, and takes the others from its cache. */
export async function parseVault(
  placed: readonly PlacedFile[],
  { contentDir, config, log, progress, last }: BuildContext,
): Promise<ParsedVault> {
  const known = last?.files ?? new Map<string, CachedFile>();
  const bodies = new Map<string, string>();
  let room = KEPT_UNITS;
  const vault: ParsedVault = {
    files: new Map(),
    notes: [],
    drafts: [],
    bodyOf: (file) => {
      const kept = bodies.get(file);
      bodies.delete(file);
      return kept ?? readBody(contentDir, file, vault.files.get(file)!);
    },
  };
  const isUnchanged = (file: string) => {
    const stamp = known.get(file)?.stamp;
    return stamp !== undefined && stamp === sourceStamp(`${contentDir}/${file}`);
  };
  const unread = placed
    .filter(({ file }) => !isUnchanged(file))
    .map((place) => ({ place, digest: known.get(place.file)?.digest }));
  let done = 0;
  if (unread.length > 0) progress.begin("parse", unread.length, () => done);
  const parsed = new Map<string, CachedFile>();
  await parseFiles(
    unread,
    { contentDir, config, severities: log.severities },
    ({ place: { file }, digest }, found, body) => {
      done++;
      room -= body?.length ?? 0;
      if (body !== undefined && room > 0) bodies.set(file, body);
      const isKnown = digest !== "" && digest === found.digest;
      parsed.set(file, isKnown ? { ...known.get(file)!, stamp: found.stamp } : found);
    },
  );
  for (const { file, collection, route } of placed) {
    const found = parsed.get(file) ?? known.get(file)!;
    vault.files.set(file, found);
    log.add(found.findings);
    if (found.draft) vault.drafts.push(found.draft);
    if (found.note && route) vault.notes.push({ ...found.note, file, collection, route });
  }
  return vault;
}

/** @throws ContentError if the file changed since it was parsed */
function readBody(contentDir: string, file: string, { digest, note }: CachedFile): string {
  const source = readSource(contentDir, file);
  if ("rule" in source || source.digest !== digest) {
    throw new ContentError(`${file} changed during the build. Build again.`);
  }
  return source.text.slice(note?.bodyStart);
}
