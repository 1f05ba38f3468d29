import { createLimiters, type Limiters } from "./limit/limiters.ts";
import { ErrorLog } from "./log.ts";
import type { FileRequest } from "./request.ts";
import type { Answer } from "./response.ts";
import type { SearchEngine } from "./search/search-engine.ts";
import { readSettings, type Settings, type Variables } from "./settings.ts";

/** What the API needs from its host. */
export interface Host {
  /** Answers with the built file at the address of a request, or that the client has it; `undefined` if there is none. */
  readonly readFile: (request: FileRequest) => Promise<Answer | undefined>;
  /**
   * Returns the search index, opening it on the first call.
   *
   * @throws On every call, if this version of the code cannot read the built index.
   */
  readonly searchEngine: () => SearchEngine;
  /** ID of the deployed version: letters, digits and hyphens. */
  readonly version: string;
  /** Whether only programs on the same machine can send requests. */
  readonly isLoopback: boolean;
}

/** State that is kept between requests. */
export interface Service extends Host, Limiters {
  readonly settings: Settings;
  readonly errors: ErrorLog;
}

export function createService(variables: Variables, host: Host): Service {
  const report = (message: string) => console.error(message);
  const settings = readSettings(variables, report);
  return { ...host, ...createLimiters(settings, report), settings, errors: new ErrorLog() };
}
