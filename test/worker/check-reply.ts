import { expect } from "vitest";
import type { ApiDescription } from "./api-description.ts";
import type { Reply } from "./reply.ts";
import { replyFaults } from "./reply-faults.ts";

/** Holds a reply to what `replyFaults` asks of every one. Called for each reply of each test. */
export function checkReply(reply: Reply, description?: ApiDescription): void {
  const faults = replyFaults(reply, description);
  // Reached by thousands of replies: an assertion for each fault there may be would be most of their time.
  if (faults.length > 0) expect.fail(`${reply.method} ${reply.target}: ${faults.join("; ")}`);
}
