/** What the command line of `npm run new` says. */
export interface NewOptions {
  contentDir: string;
  /** The note's path inside the content folder, as typed; empty with `help`. */
  path: string;
  /** Undefined: made from the file's name. */
  title: string | undefined;
  help: boolean;
}
