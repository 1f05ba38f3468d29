// Markdown as HTML. micromark lets through no HTML of the text, and no address that runs a script.
import GithubSlugger from "github-slugger";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { element } from "./dom.ts";

/** More than this would hold the page up for seconds. */
const MAX_LENGTH = 100_000;
/** Prefix of ids in a text, as on GitHub, so that they are not those of the page. */
const PREFIX = "user-content-";
const OPTIONS = { extensions: [gfm()], htmlExtensions: [gfmHtml({ clobberPrefix: PREFIX })] };

/**
 * A text as HTML, without a heading at its top that repeats the title.
 * @param page the fragment of its note's address, with which links within it begin
 */
export function render(markdown: string, page = "", title = ""): HTMLElement {
  const cut = markdown.length > MAX_LENGTH ? "\n\n… The rest is in the answer." : "";
  const innerHTML = micromark(markdown.slice(0, MAX_LENGTH) + cut, OPTIONS);
  const text = element("div", { className: "text", innerHTML });
  nameHeadings(text, title);
  for (const link of text.querySelectorAll("a")) {
    const address = link.getAttribute("href") ?? "";
    if (address.startsWith("/")) link.href = `#${address}`;
    else if (address.startsWith("#")) link.href = page + address;
    // The service does not have the files of a vault.
    else if (!URL.canParse(address)) link.replaceWith(...link.childNodes);
    if (!link.textContent.trim()) link.ariaLabel = address;
  }
  for (const image of text.querySelectorAll("img")) {
    if (!URL.canParse(image.getAttribute("src") ?? "")) image.replaceWith(image.alt);
  }
  for (const box of text.querySelectorAll("input")) box.ariaLabel = box.checked ? "Done" : "To do";
  return text;
}

/** Gives headings the anchors that links between notes use, and levels below the note's title. */
function nameHeadings(text: HTMLElement, title: string): void {
  const slugger = new GithubSlugger();
  let level = 1;
  for (const heading of text.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    heading.id ||= PREFIX + slugger.slug(heading.textContent);
    if (heading === text.firstElementChild && heading.textContent === title) heading.remove();
    else level = Math.min(level + 1, Math.max(2, Number(heading.tagName[1])));
    heading.ariaLevel = String(level);
  }
}

/** The heading or footnote that an anchor of an address, percent-encoded, names. */
export function findTarget(text: HTMLElement, anchor: string): HTMLElement | undefined {
  const ids = [anchor, PREFIX + anchor];
  return [...text.querySelectorAll<HTMLElement>("[id]")].find(({ id }) =>
    ids.includes(encodeURI(id)),
  );
}
