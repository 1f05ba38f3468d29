/** Folders at the top of made vaults. */
export const AREAS: readonly string[] = [
  "Projects",
  "areas",
  "Resources",
  "archive",
  "Daily notes",
  "reading list",
  "Wörter",
  "日記",
  "meeting-notes",
  "people",
  "zettel",
  "Code & co",
];
