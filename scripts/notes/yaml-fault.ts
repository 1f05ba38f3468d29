/** What is wrong with a place of a front matter. */
export interface YamlFault {
  /** Offsets in the file's text, UTF-16 units. */
  start: number;
  end: number;
  message: string;
  /** What to write there instead, where one answer is right. */
  fix?: string;
}
