/** Errors that the user can fix: a command prints their message without a stack. */

/** The command line is wrong; the message is for the person who typed it. */
export class UsageError extends Error {}

/** The content cannot be read or written; the message says which file, and why. */
export class ContentError extends Error {}

/** The output cannot be written; the message says where and why. The old output is still in place. */
export class OutputError extends Error {}
