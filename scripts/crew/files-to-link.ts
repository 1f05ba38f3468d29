import type { LastBuild } from "../cache/last-build.ts";
import type { LastFile } from "../cache/last-file.ts";
import { LinkKeys } from "./link-keys.ts";
import { ANY_NAME, nameKeys } from "./name-keys.ts";
import type { VaultFile } from "./vault-file.ts";

/**
 * The files whose output may be other than the last build's: those that were parsed, those that moved,
 * and those whose links may lead elsewhere because another note came, went, or is called otherwise.
 * All, where there was no last build.
 */
export function filesToLink(vault: readonly VaultFile[], last: LastBuild | undefined): Set<string> {
  const published = vault.filter(isPublished);
  if (!last) return new Set(published.map(({ file }) => file));
  const renamed = renamedKeys(published, last);
  const linkKeys = new LinkKeys();
  const wanted = new Set<string>();
  for (const file of published) {
    const before = last.files.byPath.get(file.file);
    const isOther =
      before?.parsed !== file.parsed ||
      before.output?.route !== file.route ||
      (renamed.size > 0 && dependsOn(renamed, before, linkKeys));
    if (isOther) wanted.add(file.file);
  }
  return wanted;
}

function isPublished({ route, parsed }: VaultFile): boolean {
  return route !== undefined && parsed.note !== undefined;
}

/** The keys of every name that a note has now and had not, or had and has no more. */
function renamedKeys(published: readonly VaultFile[], last: LastBuild): Set<string> {
  const keys = new Set<string>();
  const gone = new Map(last.files.byPath);
  for (const { file, route, parsed } of published) {
    const before = last.files.byPath.get(file);
    gone.delete(file);
    const isSame = before?.parsed === parsed && before.output?.route === route;
    if (isSame || namesOf(before?.parsed, before?.output?.route) === namesOf(parsed, route))
      continue;
    addKeys(file, parsed, keys);
    if (before) addKeys(file, before.parsed, keys);
  }
  for (const [file, { parsed, output }] of gone) if (output) addKeys(file, parsed, keys);
  return keys;
}

/** All that a link to a note depends on. */
function namesOf(parsed: VaultFile["parsed"] | undefined, route: string | undefined): string {
  const note = parsed?.note;
  return JSON.stringify([route, note?.title, note?.aliases, note?.headings]);
}

function addKeys(file: string, { note }: VaultFile["parsed"], keys: Set<string>): void {
  for (const name of [file, note?.title ?? "", ...(note?.aliases ?? [])]) {
    for (const key of nameKeys(name)) keys.add(key);
  }
}

/** What is wrong with a link may tell of any note. */
function dependsOn(
  renamed: ReadonlySet<string>,
  { parsed, output }: LastFile,
  linkKeys: LinkKeys,
): boolean {
  if (output && output.problems.length > 0) return true;
  const targets = parsed.note?.links.split("\n") ?? [];
  return targets.some((target) =>
    linkKeys.of(target).some((key) => key === ANY_NAME || renamed.has(key)),
  );
}
