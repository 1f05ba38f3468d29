/**
 * What a name is of its note:
 * - `path`: its whole path, without extension
 * - `end`: the last parts of its path, `heap` or `memory/heap`, the whole path among them
 * - `title`, `alias`
 * - `placedTitle`, `placedAlias`: the same behind the folder of the note
 */
export type NameKind = "path" | "end" | "title" | "alias" | "placedTitle" | "placedAlias";
