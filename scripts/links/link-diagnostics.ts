import { withoutMarkdownExtension } from "../content/paths.ts";
import type { DiagnosticMessage } from "../diagnostics/diagnostics.ts";
import type { RuleName } from "../diagnostics/rules.ts";
import { percentDecode } from "../markdown/escape.ts";
import type { HeadingIndex, LinkedHeading } from "./heading-index.ts";
import type { NoteNames } from "./note-names.ts";
import type { NamedAs } from "./suggest.ts";

/** What the owner decides about links. */
export interface LinkRules {
  /** Names that links may use before their notes exist, as loose `nameKey`s. */
  planned: ReadonlySet<string>;
  markdownLinks: "keep" | "route" | undefined;
  /** Whether a link to a page that has no file is in order, as it is in Logseq. */
  pagesWithoutFile: boolean;
  /** The address below which the files of the content folder are published, if they are. */
  attachments: string | undefined;
}

/** The note that contains a link, and what is needed to rewrite it. */
export interface LinkContext {
  body: string;
  /** Index of the note in `names`. */
  note: number;
  names: NoteNames;
  rules: LinkRules;
}

/** What one link becomes, and what is wrong with it. */
export interface Rewrite {
  /** The Markdown that replaces it; undefined leaves it unchanged. */
  markdown: string | undefined;
  diagnostics: DiagnosticMessage[];
  /** Index of the note that it links to. */
  target?: number;
  /** Whether it links to a file that is not published. */
  isUnpublished?: boolean;
  /** Whether it links to a page without a file, where that is allowed. */
  isWithoutFile?: boolean;
}

/** A link that stays unchanged, without diagnostics. */
export const UNCHANGED: Rewrite = { markdown: undefined, diagnostics: [] };

/** The most candidates that a message lists. */
const MAX_LISTED = 20;
/** UTF-16 units. Longer names are cut in messages. */
const MAX_SHOWN = 80;

const EXTENSIONS =
  /\.(?:3gp|avi|avif|base|bmp|canvas|csv|docx?|excalidraw|flac|gif|html?|ico|jpe?g|json|m4[av]|mkv|mov|mp[34]|og[gv]|pdf|png|pptx?|svg|tiff?|txt|wav|webm|webp|xlsx?|zip)$/i;

/** Whether a target is the name of a file that is not a note, such as a picture, a recording or a document. */
export function isAttachment(target: string): boolean {
  return EXTENSIONS.test(target.split("#", 1)[0]!.trim());
}

export function diagnostic(
  rule: RuleName,
  message: string,
  ...suggestions: string[]
): DiagnosticMessage {
  return { rule, message, suggestions };
}

/**
 * The diagnostic for a link whose name no note has: it is that of a draft or another file, or it is wrong.
 * @param respell returns the link with another target
 * @param other another way to write the link, which is suggested last
 */
export function brokenLink(
  name: string,
  { note, names }: LinkContext,
  respell: (named: NamedAs) => string,
  other?: string,
): DiagnosticMessage {
  const leftOut = explainLeftOut(name, note, names);
  if (leftOut !== undefined) return diagnostic("broken-link", leftOut);
  const { names: near, isCertain } = names.suggest(withoutMarkdownExtension(name), note);
  const others = other === undefined || isCertain ? [] : [other];
  const suggestions = [...new Set([...near.map(respell), ...others])];
  const message = explainBroken(name, suggestions, isCertain);
  return diagnostic("broken-link", message, ...suggestions);
}

function explainLeftOut(name: string, note: number, names: NoteNames): string | undefined {
  const leftOut = names.findLeftOut(name, note);
  if (leftOut === undefined) return undefined;
  const { file, isDraft } = leftOut;
  const which = name === file ? "" : ` is the file ${shorten(file)}, which`;
  return isDraft
    ? `"${shorten(name)}" is withheld: ${shorten(file)} is not published. Publish it, or remove the link.`
    : `"${shorten(name)}"${which} is not published as a note. The service has no other files.`;
}

function explainBroken(name: string, suggestions: string[], isCertain: boolean): string {
  const choice = OR.format(suggestions);
  if (choice === "" && isAttachment(name)) {
    return `"${shorten(name)}" is not a note, and the service has no other files.`;
  }
  const encoding = name === percentDecode(name) ? "" : ": names are not percent-encoded";
  const reason = name.includes("\\") ? ": folders are separated by /" : encoding;
  const missing = `No note is ${/[/\\]/.test(name) ? "at" : "named"} "${shorten(name)}"${reason}.`;
  if (choice === "") return missing;
  return isCertain ? `${missing} Write ${choice}.` : `${missing} Did you mean ${choice}?`;
}

/**
 * The diagnostic for a link that several notes match equally well.
 * @param respell returns the link with a target that only one note matches
 */
export function ambiguousLink(
  name: string,
  notes: readonly number[],
  respell: (note: number) => string,
): DiagnosticMessage {
  const suggestions = notes.slice(0, MAX_LISTED).map(respell);
  const rest = notes.length - suggestions.length;
  const more = rest > 0 ? ` (${rest} more are not listed)` : "";
  const message = `"${shorten(name)}" names ${notes.length} notes: write ${OR.format(suggestions)}${more}.`;
  return diagnostic("ambiguous-link", message, ...suggestions);
}

/**
 * The diagnostic for a link to a heading that its note does not have.
 * @param name of the note as typed, empty for a link within the same note
 * @param path of headings as typed
 * @param respell returns the link with another heading
 */
export function missingHeading(
  name: string,
  path: readonly string[],
  index: HeadingIndex,
  respell: (heading: LinkedHeading) => string,
): DiagnosticMessage {
  const owner = name === "" ? "This note" : `"${shorten(name)}"`;
  const texts = index.headings.slice(0, MAX_LISTED).map(({ text }) => shorten(text));
  const rest = index.headings.length - texts.length;
  if (rest > 0) texts.push(`${rest} more`);
  const has = texts.length === 0 ? "It has no headings." : `It has: ${AND.format(texts)}.`;
  const message = `${owner} has no heading "${shorten(path.join(" > "))}". ${has}`;
  const near = index.findNearest(percentDecode(path.at(-1) ?? ""));
  return diagnostic("missing-heading", message, ...near.map(respell));
}

export function outsideContent(name: string): DiagnosticMessage {
  return diagnostic(
    "outside-content",
    `The path "${shorten(name)}" leads out of the content folder.`,
  );
}

/** `a`, `a and b`, `a, b and c`. */
const AND = new Intl.ListFormat("en-GB");
const OR = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** A name for a message, cut if it is very long. */
export function shorten(name: string): string {
  return name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN - 1).toWellFormed()}…` : name;
}
