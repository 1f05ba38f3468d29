import type { Answer } from "./answer.ts";
import { problem } from "./problem.ts";

export function undecodableAddress(): Answer {
  return problem(
    "UndecodableAddress",
    "In an address every % is followed by two hexadecimal digits, and the octets are UTF-8.",
  );
}
