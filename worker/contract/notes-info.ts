/** Path of the file that tells the Worker what the notes are about; it is not an address of the API. */
export const INFO_PATH = "/info.json";

/** The content of that file, from `api:` in `collections.yaml`. */
export interface NotesInfo {
  /** The name of the API. */
  title?: string;
  /** What the notes are about: one line of at most 400 characters. */
  about?: string;
  /** The absolute URL that a route follows to give a note's page; without a slash at the end. */
  site?: string;
}
