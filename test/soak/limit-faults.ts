/** One request of one client, as the client saw it. Times in milliseconds on its own clock. */
export interface AskedOnce {
  readonly sent: number;
  readonly received: number;
  readonly accepted: boolean;
}

/** The clock of the runtime shows whole milliseconds. */
const RESOLUTION_MS = 2;

/**
 * Where a limiter broke its promise: in any window at most `limit` requests are accepted, and none is
 * refused while fewer are. The moment at which the limiter saw a request lies between `sent` and
 * `received`; a fault is named only if there is one wherever in between that moment was.
 *
 * @param asked In the order in which they were sent, each after the answer to the one before.
 */
export function limitFaults(
  asked: readonly AskedOnce[],
  limit: number,
  windowMs: number,
): string[] {
  const accepted = asked.filter((request) => request.accepted);
  const tooMany = accepted.filter((request, i) => {
    const later = accepted[i + limit];
    return later !== undefined && later.received - request.sent < windowMs - RESOLUTION_MS;
  });
  const tooFew = asked.filter((request) => {
    if (request.accepted) return false;
    const start = request.sent - windowMs - RESOLUTION_MS;
    const inWindow = accepted.filter(
      ({ sent, received }) => received >= start && sent < request.received,
    );
    return inWindow.length < limit;
  });
  return [
    ...tooMany.map(
      ({ sent }) => `more than ${limit} accepted in the window from ${sent.toFixed(0)} ms`,
    ),
    ...tooFew.map(
      ({ sent }) => `refused at ${sent.toFixed(0)} ms with fewer than ${limit} accepted`,
    ),
  ];
}
