/** One Markdown file as it was read. */
export interface SourceFile {
  /** Path relative to the content folder, with `/`, as on the disk. */
  file: string;
  /** The file's text without a leading byte order mark. */
  text: string;
  /** Of the file's bytes: equal bytes have equal digests, others never do. */
  digest: string;
}
