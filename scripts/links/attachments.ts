import { EXTENSIONS, isNoteFile } from "../content/paths.ts";
import { encodeDestination, escapeText } from "../markdown/escape.ts";
import { inCell } from "../markdown/labels.ts";
import type { Wikilink } from "../markdown/wikilinks.ts";
import {
  diagnostic,
  isAttachment,
  type LinkContext,
  type Rewrite,
  shorten,
  UNCHANGED,
} from "./link-diagnostics.ts";

/** What Markdown shows as a picture. Other files become links. */
const PICTURE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i;

/** Text of a note that stays as it is, though it links to a file that is not published. */
const UNPUBLISHED: Rewrite = { ...UNCHANGED, isUnpublished: true };

/**
 * Decides what a wikilink to a file that is not a note becomes: a picture or a link below the address for
 * attachments; without one an embed is removed, because its name says nothing to a reader.
 * @returns undefined for any other wikilink
 */
export function rewriteAttachment(link: Wikilink, context: LinkContext): Rewrite | undefined {
  const { rules } = context;
  const [name = "", ...fragment] = link.target.split("#");
  const file = findFile(name.trim(), context);
  if (file === undefined && !(link.embed && isAttachment(name))) return undefined;
  if (rules.attachments === undefined) {
    return link.embed ? { ...UNPUBLISHED, markdown: "" } : undefined;
  }
  if (file === undefined) {
    const missing = diagnostic("embed", `There is no file "${shorten(name)}" to show.`);
    return { markdown: "", diagnostics: [missing] };
  }
  const url = [address(file, rules.attachments), ...fragment.map(encodeDestination)].join("#");
  const label = inCell(link.label ?? escapeText(name.trim()), link);
  const mark = link.embed && PICTURE.test(file) ? "!" : "";
  return { markdown: `${mark}[${label}](${url})`, diagnostics: [] };
}

/** Decides what an embed of a file becomes that a note is named after: `![[007.jpg]]` beside `007.jpg.md`. */
export function rewriteShownFile(link: Wikilink, context: LinkContext): Rewrite | undefined {
  const isShown = isAttachment(link.target) && findFile(link.target, context) !== undefined;
  return isShown ? rewriteAttachment(link, context) : undefined;
}

/**
 * Decides what a relative path in a Markdown link or image to a file that is not a note becomes.
 * @param path percent-decoded
 * @param fragment with its `#`, as written, or empty
 * @returns undefined for any other path
 */
export function rewriteFilePath(
  path: string,
  fragment: string,
  context: LinkContext,
): Rewrite | undefined {
  const file = findFile(path, context);
  const { attachments } = context.rules;
  if (file === undefined) return undefined;
  if (attachments === undefined) return UNPUBLISHED;
  return { markdown: address(file, attachments) + fragment, diagnostics: [] };
}

function findFile(name: string, { note, names }: LinkContext): string | undefined {
  const leftOut = names.findLeftOut(name, note);
  return leftOut && !leftOut.isDraft && !isNoteFile(leftOut.file, EXTENSIONS)
    ? leftOut.file
    : undefined;
}

function address(file: string, attachments: string): string {
  return `${attachments.replace(/\/$/, "")}/${encodeDestination(file)}`;
}
