/** What somebody asks an agent that has the tools of `/mcp`. */
export interface Question {
  readonly text: string;
  /** What the agent searches for, until an answer is found. */
  readonly queries: readonly [string, ...string[]];
  /** What a text that answers the question has in it. */
  readonly answer: RegExp;
}

/** Written before anybody looked at the titles of the included notes; some have no answer among them. */
export const QUESTIONS: readonly Question[] = [
  {
    text: "When is quicksort slow, and how slow?",
    queries: ["quicksort worst case", "quicksort"],
    answer: /O\(n(?:²|\^2|\*\*2| \* n)\)|n²|quadratic/i,
  },
  {
    text: "How does Rust free memory without a garbage collector?",
    queries: ["rust memory ownership", "rust"],
    answer: /owner(?:ship)?[^.]*(?:scope|drop|free)/i,
  },
  {
    text: "What is the difference between TCP and UDP?",
    queries: ["TCP vs UDP", "UDP"],
    answer: /UDP[^.]*(?:datagram|without|no )/i,
  },
  {
    text: "Who designed Python, and when did it first appear?",
    queries: ["python designer first appeared", "python language"],
    answer: /Guido van Rossum/,
  },
  {
    text: "What does the CAP theorem say?",
    queries: ["CAP theorem"],
    answer: /partition/i,
  },
  {
    text: "What happens in a B-tree when a node is full?",
    queries: ["B-tree node split", "B-tree"],
    answer: /split/i,
  },
  {
    text: "What is a closure?",
    queries: ["closure programming", "closure"],
    answer: /captur|enclos|environment/i,
  },
  {
    text: "Which conditions does a deadlock need?",
    queries: ["deadlock conditions", "deadlock"],
    answer: /circular wait|hold and wait|mutual exclusion/i,
  },
  {
    text: "Which functional languages run on the JVM?",
    queries: ["functional language JVM", "JVM"],
    answer: /Clojure|Scala/,
  },
  {
    text: "How can two people encrypt messages without sharing a secret first?",
    queries: ["public key cryptography", "asymmetric encryption"],
    answer: /public key|private key/i,
  },
  {
    text: "Which HTTP methods are idempotent?",
    queries: ["idempotent HTTP methods", "idempotent"],
    answer: /PUT|DELETE/,
  },
  {
    text: "What mistakes does a Bloom filter make?",
    queries: ["Bloom filter false positives", "Bloom filter"],
    answer: /false positive/i,
  },
  {
    text: "Should I merge or rebase in git?",
    queries: ["git merge vs rebase", "version control", "git"],
    answer: /rebase/i,
  },
  {
    text: "Why is a thread cheaper than a process?",
    queries: ["process vs thread", "thread"],
    answer: /(?:share|same)[^.]*(?:memory|address space)/i,
  },
  {
    text: "What data structure should I use for a priority queue?",
    queries: ["data structure priority queue", "priority queue"],
    answer: /heap/i,
  },
];
