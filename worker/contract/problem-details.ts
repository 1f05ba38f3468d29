/** An error as a problem document (RFC 9457). */
export interface ProblemDetails {
  /** A stable URI reference that names the kind of problem. */
  type: string;
  title: string;
  /** The HTTP status, as in the response. */
  status: number;
  detail: string;
  /** The address that was asked for, where it helps. */
  instance?: string;
  /** Up to 3 addresses of the nearest notes (404 for a note). */
  suggestions?: string[];
  /** The addresses that exist (404 elsewhere). */
  addresses?: string[];
}
