/** The bindings and variables of `wrangler.toml`. */
export interface Env {
  /** The store of the built files. */
  readonly ASSETS: Fetcher;
  /** Requests of one client address accepted in any window: 1 to 100,000; 60 when absent. */
  readonly RATE_LIMIT_REQUESTS?: string | number;
  /** Length of the window in seconds: 1 to 86,400; 60 when absent. */
  readonly RATE_LIMIT_WINDOW_SECONDS?: string | number;
  /** Share of the requests that are logged: 0 to 1; 0 when absent. */
  readonly LOG_SAMPLE_RATE?: string | number;
  /** `true` where files change while the Worker runs, as under `npm start`; absent in production. */
  readonly LIVE_FILES?: string;
  /** What stands in front of every address, such as `/docs`; nothing when absent or empty. */
  readonly BASE_PATH?: string;
}
