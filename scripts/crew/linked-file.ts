import type { FileStamp } from "../content/file-stamp.ts";
import type { Problem } from "../problems/problem.ts";

/** What became of one note. Plain data: it crosses between threads, and the cache keeps it. */
export interface LinkedFile {
  file: string;
  /** Its file in the output folder, with `/`. */
  path: string;
  /** Bytes of that file. */
  size: number;
  problems: Problem[];
  /** Of the output file; absent where none was written. */
  stamp?: FileStamp;
  /** Whether the bytes are other than those in the output folder, and lie in the staging folder. */
  isChanged: boolean;
  links: {
    /** The files of the notes it links to, once for each link, itself included. */
    targets: string[];
    broken: number;
    ambiguous: number;
  };
}
