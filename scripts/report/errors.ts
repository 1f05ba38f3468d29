/** Errors that a person can do something about: a command prints their message, and no stack. */

/** The command line is wrong; the message is for the person who typed it. */
export class UsageError extends Error {}

/** The content cannot be read, or not be written to; the message says what of it, and why. */
export class ContentError extends Error {}

/** The output cannot be written; the message says where and why, and the old output is in place. */
export class OutputError extends Error {}
