import { describe, expect, test } from "vitest";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { openEngine } from "../../worker/search/search-engine.ts";
import { searchResponse } from "../../worker/search/write-response.ts";
import { shippedCollection } from "./shipped-collection.ts";

const { notes, index: bytes } = shippedCollection();
const index = openEngine(bytes);

/** The last segments of the routes that a query finds, best first. */
function found(query: string): string[] {
  const body = new TextDecoder().decode(searchResponse(index, query));
  const { results }: SearchResponse = JSON.parse(body);
  return results.map(({ route }) => route.slice(route.lastIndexOf("/") + 1));
}

/**
 * A query as people type it, the number of results among which the notes should be, the notes by
 * the last segments of their routes, and why. Titles and aliases are searched below, all of them.
 */
type Row = [query: string, within: number, notes: string, why: string];

const SYMBOLS: Row[] = [
  ["O(n log n)", 3, "merge-sort quicksort", "a formula in two summaries"],
  ["O(n²)", 3, "quicksort big-o-notation", "a superscript digit"],
  ["0.1 + 0.2", 1, "floating-point", "the sum that everybody comes across"],
];

/** Names as they are spoken or partly written: no summary needs to contain them. */
const AS_SAID: Row[] = [
  ["cplusplus", 1, "c++", "two symbols"],
  ["b+tree", 1, "b-plus-tree", "a plus without a space"],
  ["btree", 1, "b-tree", "a hyphen left out"],
  ["tcpip", 1, "tcp-ip", "a slash left out"],
];

const FORMS: Row[] = [
  ["web socket", 1, "websocket", "one word of a title written as two"],
  ["sorting", 3, "merge-sort simple-sorts", "a tag that is a form of a word in titles"],
  ["normalisation", 1, "normalization", "the British spelling of an American title"],
  ["topological sorts", 1, "topological-sort", "both words, before a title with one"],
  ["borrow checker", 1, "rust", "both words, before a rare one"],
  ["ＵＴＦ－８", 1, "utf-8", "full-width letters"],
  ["moire", 1, "anti-aliasing", "an accent left out"],
];

const TYPOS: Row[] = [
  ["pyhton", 1, "python", "two letters swapped"],
  ["haskel", 1, "haskell", "a letter missing"],
  ["garbage colection", 1, "garbage-collection", "one word wrong, one right"],
  ["regualr expresions", 1, "regular-expressions", "both words wrong"],
  ["dijsktra", 1, "dijkstras-algorithm", "a hard name"],
  ["quik sort", 1, "quicksort", "a half of a title wrong"],
  ["dikstra", 1, "dijkstras-algorithm", "the misspelled beginning of a word"],
];

const HALF_WORDS: Row[] = [
  ["pyth", 1, "python", "a title half typed"],
  ["ci", 1, "ci-cd", "a word of a title, before one that goes on"],
  ["jav", 3, "java javascript", "two titles start like this"],
  ["hash t", 1, "hash-table", "the last word half typed"],
  ["binary sea", 2, "binary-search binary-search-tree", "two titles continue from here"],
  ["binary se", 1, "binary-search", "the shorter of two titles, as when it is complete"],
  ["garbage c", 1, "garbage-collection", "not C, though that is a title"],
];

const SYNONYMS: Row[] = [
  ["js", 4, "javascript", "its abbreviation, after titles that contain or start with it"],
  ["dict", 1, "hash-table", "what Python calls it"],
  ["bubble sort", 1, "simple-sorts", "one of three in a title"],
  ["static or dynamic typing", 1, "type-system", "a comparison"],
  ["ASCII", 3, "character-encodings utf-8", "where it is explained"],
  ["base 64", 1, "base64", "a title written as two words"],
  ["git rebase", 1, "git-commands", "a command, before version control"],
  ["compilers", 1, "compiler", "the plural of a title"],
  ["kruskal", 1, "minimum-spanning-tree", "before greedy algorithms, which mention him"],
];

/** What a note explains, looked up by its own name. */
const PARTS: Row[] = [
  ["x509", 1, "certificate", "a standard, without its period"],
  ["percent-encoding", 1, "url", "how it writes other characters"],
  ["bitmask", 1, "bit-manipulation", "two words written as one"],
];

/** Values of the tables to look things up in. Tables are not searched, so the summary has to name them. */
const VALUES: Row[] = [
  ["http 502", 1, "http-status-codes", "a status"],
  ["http 204", 1, "http-status-codes", "a status, before the note on HTTP"],
  ["418", 1, "http-status-codes", "a number alone"],
  ["499", 1, "http-status-codes", "a status that is not registered"],
  ["im a teapot", 1, "http-status-codes", "what a status says, without its apostrophe"],
  ["\\u0041", 1, "ascii", "an escape"],
  ["&nbsp;", 1, "ascii", "an entity"],
  ["int64 range", 1, "number-bases", "a type, before trees that find ranges"],
  ["2147483647", 1, "number-bases", "the largest number of 32 bits"],
  ["chmod 755", 1, "file-permissions", "a command with its argument"],
  ["sigkill", 1, "unix-signals", "a signal"],
  ["SIGHUP", 1, "unix-signals", "a signal that daemons are sent"],
  ["exit code 137", 1, "unix-signals", "an exit code"],
  ["stack overflow", 1, "stack-and-heap", "an error, before the stack and the buffer overflow"],
  ["port 443", 1, "port-numbers", "a port"],
  ["ascii", 1, "ascii", "a title, before encodings that contain it"],
  ["mime type", 1, "media-types", "the older name"],
  ["regex cheat sheet", 1, "regex-syntax", "what it is"],
  ["strftime", 1, "date-formats", "a function"],
  ["git stash", 1, "git-commands", "a command that the note on Git leaves out"],
  ["truncate", 1, "sql-statements", "a statement"],
  ["upsert", 1, "sql-statements", "a statement under another name"],
  ["hexadecimal", 1, "number-bases", "a base"],
  ["big o cheat sheet", 1, "algorithm-costs", "what it is"],
  ["user agent", 1, "http-headers", "a header in two words"],
  ["x-forwarded-for", 1, "http-headers", "a header of proxies"],
  ["environment variable", 1, "environment-variables", "a title in the singular"],
  ["LD_LIBRARY_PATH", 1, "environment-variables", "a variable, before the linker that it controls"],
  ["PATH", 1, "environment-variables", "a word of its title, before searches for paths"],
];

const QUESTIONS: Row[] = [
  ["how does garbage collection work", 1, "garbage-collection", "common words are not missed"],
  ["please find notes about C", 1, "c", "a title of one letter"],
  ["what is a monad", 1, "monad", "common words are not missed"],
  ["difference between tcp and udp", 3, "tcp udp", "both sides of a comparison"],
  ["how to store passwords", 1, "password-hashing", "a plural and a verb of the summary"],
  ["find the shortest path in a graph", 3, "dijkstras-algorithm", "words of a summary"],
  ["language for statistics", 1, "r", "what it is for"],
  ["c programming language", 1, "c", "a title and what it is"],
  ["compiles to javascript", 3, "elm gleam", "words of two summaries"],
  ["two threads waiting for each other", 3, "deadlock", "a description of an error"],
  ["why should variables be in double quotes", 1, "shell-quoting", "words of a summary"],
  ["c sharp vs java", 2, "c-sharp java", "two names of a comparison"],
  ["array vs linked list", 2, "array linked-list", "one of two words"],
  ["stack vs heap", 1, "stack-and-heap", "a title that has both"],
  ["rust tokio axum", 1, "rust", "a title beside two unknown words"],
];

/** What people paste from a terminal or a console. */
const MESSAGES: Row[] = [
  ["ECONNREFUSED", 1, "connection-errors", "a name of errno"],
  ["address already in use", 1, "connection-errors", "its text, before address translation"],
  ["getaddrinfo ENOTFOUND", 1, "connection-errors", "what Node prints"],
  ["connection timed out", 1, "connection-errors", "a text"],
  ["ENOENT", 1, "file-errors", "a name of errno"],
  ["EACCES: permission denied", 1, "file-errors", "a name with its text"],
  ["no space left on device", 1, "disk-errors", "a text of common words"],
  ["EMFILE too many open files", 1, "file-errors", "a name with its text"],
  ["Segmentation fault (core dumped)", 1, "memory-and-process-errors", "what a shell prints"],
  ["JavaScript heap out of memory", 1, "memory-and-process-errors", "before the heap"],
  ["bash: foo: command not found", 1, "shell-errors", "before notes on Bash"],
  ["syntax error near unexpected token `done'", 1, "shell-errors", "with quotes"],
  ["unbound variable", 1, "shell-errors", "before environment variables"],
  ["fatal: not a git repository", 1, "git-errors", "before Git itself"],
  ["Permission denied (publickey).", 1, "ssh-errors", "before file permissions"],
  ["refusing to merge unrelated histories", 1, "git-errors", "before merge sort"],
  ["Cannot read properties of undefined (reading 'x')", 1, "javascript-errors", "as printed"],
  ["Maximum call stack size exceeded", 1, "javascript-errors", "before the stack"],
  ["Unexpected token '<' in JSON", 1, "javascript-errors", "before JSON"],
  ["ModuleNotFoundError: No module named 'requests'", 1, "python-errors", "as printed"],
  ["list index out of range", 1, "python-errors", "before lists"],
  ["'NoneType' object is not subscriptable", 1, "python-errors", "as printed"],
  ["NullPointerException", 1, "java-errors", "an exception"],
  ["undefined reference to `main'", 1, "c-errors", "what a linker prints"],
  ["collect2: error: ld returned 1 exit status", 1, "c-errors", "before exit codes"],
  ["java.lang.OutOfMemoryError: Java heap space", 1, "java-errors", "before Java"],
  ["REMOTE HOST IDENTIFICATION HAS CHANGED!", 1, "ssh-errors", "before remote procedure calls"],
  ["your local changes would be overwritten by merge", 1, "git-errors", "before merge sort"],
  ["Device or resource busy", 1, "disk-errors", "a text of common words"],
  ["Too many levels of symbolic links", 1, "file-errors", "before links"],
  ["Stale file handle", 1, "disk-errors", "before file descriptors"],
  ["socket hang up", 1, "connection-errors", "before sockets"],
];

/** Commands and tools that have no note of their own. */
const COMMANDS: Row[] = [
  ["grep", 2, "text-commands", "beside the syntax of its patterns"],
  ["sed", 1, "text-commands", "a command"],
  ["jq", 1, "text-commands", "a command"],
  ["xargs", 1, "file-commands", "a command"],
  ["tar", 1, "file-commands", "three letters that other words begin with"],
  ["symlink", 1, "file-commands", "a word for a symbolic link"],
  ["curl", 1, "network-commands", "a command"],
  ["netcat", 1, "network-commands", "the long name of nc"],
  ["which process is using a port", 2, "network-commands", "a question"],
  ["ps aux", 1, "process-commands", "a command with its options"],
  ["systemctl restart", 1, "process-commands", "a command with its argument"],
  ["df", 1, "disk-commands", "a command of two letters"],
  ["df -h", 1, "disk-commands", "with an option, which excludes nothing"],
  ["find", 1, "file-commands", "a command before a word of another title"],
  ["du", 1, "disk-commands", "a command before the beginning of a word"],
  ["ln -s", 1, "file-commands", "an option that its summary has"],
  ["kill -9", 1, "process-commands", "a digit as an option"],
  ["mount", 1, "disk-commands", "a command"],
  ["delete files older than 30 days", 1, "file-commands", "a task"],
  ["git cherry-pick", 1, "git-commands", "a command, before Git"],
  ["openssl s_client", 1, "tls", "a command of a tool"],
];

/** Libraries and techniques that are explained under another title. */
const TECHNIQUES: Row[] = [
  ["react hooks", 1, "react", "a part of it"],
  ["useState", 1, "react", "a hook"],
  ["addEventListener", 1, "dom", "a method"],
  ["SSR", 1, "single-page-application", "an abbreviation"],
  ["npm", 1, "package-manager", "the package manager of Node"],
  ["package-lock.json", 1, "package-manager", "a file, before JSON"],
  ["eslint", 1, "static-analysis", "a linter"],
  ["prettier", 1, "static-analysis", "a formatter"],
  ["MVC", 1, "mvc", "before multiversion concurrency control"],
  ["hibernate", 1, "orm", "a library"],
  ["postgres vs mysql", 1, "postgresql-mysql-and-sqlite", "a comparison"],
  ["groupby", 1, "data-frames", "a method of pandas"],
  ["center a div", 1, "css-layout", "a question"],
  ["SQLi", 2, "sql-injection", "an abbreviation that begins the name of SQLite"],
  ["SPA", 1, "single-page-application", 'an abbreviation that begins "Space–time"'],
];

/** Attacks, patterns, hardware and models that are explained under another title or in the first words. */
const TOPICS: Row[] = [
  ["LLVM", 1, "compiler-toolchain", "a toolchain"],
  ["gcc", 2, "compiler-toolchain", "a compiler"],
  ["Android", 1, "mobile-apps", "a system, before languages that run on it"],
  ["circuit breaker", 1, "circuit-breaker", "a pattern"],
  ["exponential backoff", 1, "retry", "a part"],
  ["SSRF", 1, "server-side-request-forgery", "an abbreviation"],
  ["169.254.169.254", 1, "server-side-request-forgery", "an address"],
  ["ddos attack", 1, "denial-of-service", "an abbreviation"],
  ["zip slip", 1, "directory-traversal", "a kind"],
  ["RBAC", 1, "access-control", "an abbreviation"],
  ["SAML", 1, "single-sign-on", "a protocol"],
  ["owasp top ten", 1, "owasp-top-10", "a number as a word"],
  ["CQRS", 1, "event-sourcing", "an abbreviation"],
  ["protobuf", 1, "serialization-formats", "a format"],
  ["i18n", 1, "internationalization", "an abbreviation"],
  ["e2e tests", 1, "integration-testing", "an abbreviation"],
  ["test coverage", 1, "code-coverage", "another name"],
  ["pass by reference", 1, "parameter-passing", "a way"],
  ["std::atomic", 1, "memory-model", "a type"],
  ["concurrency vs parallelism", 1, "concurrency", "a comparison"],
  ["SSD vs HDD", 1, "solid-state-drive", "a comparison"],
  ["XGBoost", 1, "random-forest", "a library"],
  ["SVM", 1, "support-vector-machine", "an abbreviation"],
  ["stable diffusion", 1, "diffusion-model", "a model"],
];

describe.each([
  ["symbols", SYMBOLS],
  ["names as they are spoken", AS_SAID],
  ["other forms of a word", FORMS],
  ["typos", TYPOS],
  ["half-typed words", HALF_WORDS],
  ["synonyms", SYNONYMS],
  ["parts", PARTS],
  ["values of tables", VALUES],
  ["error messages", MESSAGES],
  ["commands", COMMANDS],
  ["techniques", TECHNIQUES],
  ["topics", TOPICS],
  ["questions", QUESTIONS],
])("%s", (_, rows) => {
  test.each(rows)("%s: within the first %i, %s: %s", (query, within, expected) => {
    const top = found(query).slice(0, within);
    expect(top).toEqual(expect.arrayContaining(expected.split(" ")));
  });
});

/** Names by which another note is found first, and why; at most eight. */
const OTHERS_FIRST: Readonly<Record<string, string>> = {
  BASE: "begins the title of Base64",
  CL: "begins the title of Clojure, which stays first while it is typed",
  DI: "begins the title of Dijkstra's algorithm",
  JS: "begins the title of JSON",
  "sign-in": "is two words, of which signed numbers and tokens have one",
  tokenizer: "shares its stem with tokens, of which a title speaks",
  vector: "begins the title of vector clocks",
  vectorization: "shares its stem with vectors",
};

test("every title and every alias finds its own note first", () => {
  const others = notes.flatMap(({ title, aliases, route }) =>
    [title, ...aliases].filter(
      (name) => found(name)[0] !== route.slice(route.lastIndexOf("/") + 1),
    ),
  );
  expect(others.sort()).toEqual(Object.keys(OTHERS_FIRST));
  expect(others.length).toBeLessThanOrEqual(8);
});

test("once a note is first while its title is typed, it stays first", () => {
  const lost = notes.filter(({ title, route }) => {
    const typed = [...title].map((_, i, all) =>
      all
        .slice(0, i + 1)
        .join("")
        .trim(),
    );
    const own = route.slice(route.lastIndexOf("/") + 1);
    const isFirst = typed.filter(Boolean).map((query) => found(query)[0] === own);
    return isFirst.slice(isFirst.indexOf(true)).includes(false);
  });
  expect(lost.map(({ title }) => title)).toEqual([]);
});

test.each(["db", "os", "LLVM", "how to bake a croissant", "best tortoise for a quail"])(
  "%s finds nothing rather than something else",
  (query) => {
    const named = notes.filter(({ title, tags, summary, aliases }) =>
      RegExp(`\\b${query}\\b`, "i").test([title, ...tags, summary, ...aliases].join("\n")),
    );
    if (named.length === 0) expect(found(query)).toEqual([]);
  },
);

test("count means something: a rare word does not find the whole collection", () => {
  for (const query of ["mutex", "how does garbage collection work", "regular expression engine"]) {
    expect(found(query).length).toBeLessThanOrEqual(30);
  }
});
