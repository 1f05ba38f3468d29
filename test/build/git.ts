import { execFileSync } from "node:child_process";

/** Runs git with settings of its own. @param date of a commit */
export function git(folder: string, args: readonly string[], date = "2026-01-01T12:00:00Z") {
  const settings = ["user.name=A", "user.email=a@example.org", "commit.gpgsign=false"];
  settings.push("protocol.file.allow=always", "init.defaultBranch=main");
  const env = { ...process.env, GIT_AUTHOR_DATE: "2001-01-01T00:00:00Z", GIT_COMMITTER_DATE: date };
  return execFileSync("git", [...settings.flatMap((each) => ["-c", each]), ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
    stdio: "pipe",
  });
}

/** Commits everything in a folder. */
export function commit(folder: string, date: string): void {
  git(folder, ["add", "--all"]);
  git(folder, ["commit", "--quiet", "--allow-empty", "--message", "x"], date);
}
