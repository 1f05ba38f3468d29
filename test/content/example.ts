/** The languages whose examples are run. */
export type ExampleLanguage = "python" | "js" | "bash";

/** A fence marked `run`, and what the note says it prints. */
export interface Example {
  /** `file:line` of its fence, the file relative to the content folder. */
  place: string;
  language: string;
  code: string;
  /** The fence `text output` right after it; undefined where there is none. */
  output: string | undefined;
}
