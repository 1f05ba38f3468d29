const NOTE = /\.(?:md|markdown)$/i;

/** Whether a file is a note, by its name or its path. */
export function isNoteFile(name: string): boolean {
  return NOTE.test(name);
}
