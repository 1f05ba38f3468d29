import { expect, onTestFinished, test } from "vitest";
import type { FullNote, NoteList } from "../../worker/contract/note.ts";
import { startService } from "../worker/service.ts";

/** Short, so that waiting for a few windows is. */
const LIMIT = { RATE_LIMIT_REQUESTS: 10, RATE_LIMIT_WINDOW_SECONDS: 2 };

/** Asks again after what `Retry-After` says, as often as it takes; notes each status it saw. */
async function fetchPatiently(address: string, statuses: number[]): Promise<string> {
  for (;;) {
    const response = await fetch(address);
    statuses.push(response.status);
    if (response.status !== 429) return response.text();
    const seconds = Number(response.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(LIMIT.RATE_LIMIT_WINDOW_SECONDS);
    await response.text();
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
  }
}

test("a client that obeys Retry-After gets every note and is never refused twice in a row", async () => {
  const service = await startService({ vars: LIMIT });
  onTestFinished(service.stop);
  const statuses: number[] = [];
  const list: NoteList = JSON.parse(
    await fetchPatiently(`${service.origin}/api/v1/notes.json`, statuses),
  );
  const routes: string[] = [];
  for (const { route } of list.notes) {
    const address = `${service.origin}/api/v1/notes${route}.json`;
    const note: FullNote = JSON.parse(await fetchPatiently(address, statuses));
    routes.push(note.route);
  }
  expect(routes).toEqual(list.notes.map(({ route }) => route));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.join(" ")).not.toContain("429 429");
});
