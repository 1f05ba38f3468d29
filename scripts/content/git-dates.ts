import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { realPath } from "./paths.ts";

/** The dates of the files of a folder, from the repository that it is in. */
export interface GitDates {
  /** The commit that is checked out. Its dates never change. */
  commit: string;
  /** From the paths of files, relative to the folder, in Unicode form NFC, to dates such as `2026-11-23`. */
  dates: Readonly<Record<string, string>>;
}

/** Why a repository that is there tells no dates: it has not all commits, or git refuses to read it. */
export type GitFault = "shallow" | "refused";

/**
 * Reads for each file the date, in UTC, of the last commit that changed it. Renaming is a change; changes that are not
 * committed are none.
 *
 * @param last of an earlier build, which still holds if the same commit is checked out
 * @param signal ends git
 * @returns undefined if there is no git, no repository or no commit
 */
export async function readGitDates(
  folder: string,
  last: GitDates | undefined,
  signal: AbortSignal,
): Promise<GitDates | GitFault | undefined> {
  if (!isInRepository(realPath(resolve(folder)))) return undefined;
  try {
    const questions = ["--is-shallow-repository", "HEAD", "--show-prefix"];
    const query = git(folder, ["rev-parse", ...questions], signal);
    const [answer, complaint] = await Promise.all([text(query.stdout), text(query.stderr)]);
    if (!(await query.succeeds))
      return complaint.includes("safe.directory") ? "refused" : undefined;
    const [isShallow, commit = "", ...prefix] = answer.slice(0, -1).split("\n");
    if (isShallow === "true") return "shallow";
    if (commit === last?.commit) return last;
    return await readLog(folder, commit, prefix.join("\n"), signal);
  } catch {
    // There is no git, or it was ended.
    return undefined;
  }
}

/** Whether a folder or one around it has a `.git`: starting git for the answer takes longer than building a few notes. */
function isInRepository(folder: string): boolean {
  const outer = dirname(folder);
  return existsSync(join(folder, ".git")) || (outer !== folder && isInRepository(outer));
}

/**
 * With `-z`, the log is: time NUL, then for each file its path and NUL, the first after a line break or another NUL.
 *
 * @param prefix the folder's path in the repository, with a slash at its end, with which all paths begin
 */
async function readLog(
  folder: string,
  commit: string,
  prefix: string,
  signal: AbortSignal,
): Promise<GitDates | undefined> {
  // Of a merge, `-c` shows the files that differ from all its parents, for which git ignores `--relative`.
  const format = ["-z", "--name-only", "--no-renames", "-c", `--format=${TIME}%ct`];
  const log = git(folder, ["log", ...format, commit, "--", "."], signal);
  log.stderr.resume();
  const dates = new Map<string, string>();
  let date = "";
  let rest = "";
  for await (const chunk of log.stdout.setEncoding("utf8")) {
    const tokens = (rest + chunk).split("\0");
    rest = tokens.pop()!;
    for (const token of tokens) {
      if (token.startsWith(TIME)) {
        date = new Date(Number(token.slice(TIME.length)) * 1000).toISOString().slice(0, 10);
        continue;
      }
      const path = token.replace(/^\n/, "").slice(prefix.length).normalize("NFC");
      if (!dates.has(path)) dates.set(path, date);
    }
  }
  return (await log.succeeds) ? { commit, dates: Object.fromEntries(dates) } : undefined;
}

/** Marks a time. No path that git writes begins with a slash. */
const TIME = "/";

/** Starts git so that it reads the repository around a folder, and runs nothing that the repository's settings name. */
function git(cwd: string, args: readonly string[], signal: AbortSignal) {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: "C", GIT_NO_LAZY_FETCH: "1" };
  // Otherwise git writes each commit to the pipe by itself, and reading a long history takes a fifth longer.
  env.GIT_FLUSH = "0";
  // A hook of git has those of its own repository.
  for (const name of LOCAL_VARIABLES) delete env[name];
  const settings = ["-c", "log.showSignature=false", "-c", "diff.relative=false"];
  const child = spawn("git", [...settings, ...args], {
    cwd,
    env,
    signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const succeeds = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false)).once("close", (code) => resolve(code === 0));
  });
  return { stdout: child.stdout, stderr: child.stderr, succeeds };
}

const LOCAL_VARIABLES = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] as const;
