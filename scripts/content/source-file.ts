/** One Markdown file as it was read. */
export interface SourceFile {
  /** Path relative to the content folder, with `/`, as on the disk. */
  file: string;
  /** The file's text without a leading byte order mark. */
  text: string;
  /** The text's bytes, in memory that the next file is read into. */
  utf8: Uint8Array;
  /** Of the file's bytes: equal bytes have equal digests, others never do. */
  digest: string;
}
