// Markdown as HTML. micromark lets through no HTML of the text, and no address that runs a script.
import GithubSlugger from "github-slugger";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { element } from "./dom.ts";
import { addCopyButton } from "./exchange.ts";

/** More than this would hold the page up for seconds. */
const MAX_LENGTH = 100_000;
/** Prefix of ids in a text, as on GitHub, so that they are not those of the page. */
const PREFIX = "user-content-";
/** The only HTML of a note that is not shown as text: these elements, without attributes that could do anything. */
const ALLOWED_TAG =
  /(<\/?(?:small|kbd|sub|sup|summary|details)\s*>|<br\s*\/?>|<details\s+open(?:="")?\s*>)/i;
/** A formula between single dollars, and a sum of money: in a text that has one, single dollars are letters. */
const INLINE_FORMULA = /\$[^$\n]*\\[^$\n]*\$/;
const PRICE = /\$\d/;
/** The first line of a callout: `[!info]- Title`. */
const CALLOUT = /^\[!([\w-]+)[^\]\n]*\]([+-]?)[ \t]*/;

type HtmlExtension = ReturnType<typeof gfmHtml>;
type Handle = NonNullable<NonNullable<HtmlExtension["exit"]>["data"]>;

const tag = (html: string): Handle =>
  function () {
    this.tag(html);
  };
/** HTML of a note as text, except for the allowed elements. */
const writeHtml: Handle = function (token) {
  const parts = this.sliceSerialize(token).split(ALLOWED_TAG);
  this.raw(parts.map((part, i) => (i % 2 === 1 ? part : this.encode(part))).join(""));
};
const HTML: HtmlExtension = { exit: { htmlFlowData: writeHtml, htmlTextData: writeHtml } };

const write: Handle = function (token) {
  this.raw(this.encode(this.sliceSerialize(token)));
};
/** Formulas as they are written, without the dollars around them. */
const FORMULAS: HtmlExtension = {
  enter: { mathFlow: tag('<pre class="formula">'), mathText: tag('<code class="formula">') },
  exit: {
    ...{ mathFlow: tag("</pre>"), mathText: tag("</code>") },
    ...{ mathFlowFenceMeta: write, mathFlowValue: write, mathTextData: write },
  },
};

/**
 * A text as HTML, without a heading at its top that repeats the title.
 * @param page the fragment of its note's address, with which links within it begin
 */
export function render(markdown: string, page = "", title = ""): HTMLElement {
  const cut = markdown.length > MAX_LENGTH ? "\n\n… The rest is in the answer." : "";
  const singleDollarTextMath = INLINE_FORMULA.test(markdown) && !PRICE.test(markdown);
  const innerHTML = micromark(markdown.slice(0, MAX_LENGTH) + cut, {
    extensions: [gfm(), math({ singleDollarTextMath })],
    htmlExtensions: [gfmHtml({ clobberPrefix: PREFIX }), HTML, FORMULAS],
  });
  const text = element("div", { className: "text", dir: "auto", innerHTML });
  for (const quote of text.querySelectorAll("blockquote")) quote.replaceWith(calloutOf(quote));
  for (const link of text.querySelectorAll("a")) {
    const address = link.getAttribute("href") ?? "";
    if (address.startsWith("/")) link.href = `#${address}`;
    else if (address.startsWith("#")) link.href = page + address;
    // The service does not have the files of a vault.
    else if (!URL.canParse(address)) link.replaceWith(...link.childNodes);
    if (!link.textContent.trim()) link.ariaLabel = address;
  }
  nameHeadings(text, page, title);
  for (const image of text.querySelectorAll("img")) {
    if (!URL.canParse(image.getAttribute("src") ?? "")) image.replaceWith(image.alt);
    image.loading = "lazy";
  }
  // To axe, a heading without a name is none.
  for (const corner of text.querySelectorAll("th:empty")) corner.replaceWith(element("td", {}));
  for (const box of text.querySelectorAll("input")) box.ariaLabel = box.checked ? "Done" : "To do";
  for (const code of text.querySelectorAll("pre")) addCopyButton(code);
  return text;
}

/** A quote that is a callout as a box with its title, which `-` or `+` folds; other quotes as they are. */
function calloutOf(quote: HTMLElement): HTMLElement {
  const first = quote.firstElementChild;
  const start = first?.firstChild as Text | undefined;
  const [mark, kind = "", fold] = CALLOUT.exec(start?.data ?? "") ?? [];
  if (!first || !start || mark === undefined) return quote;
  start.data = start.data.slice(mark.length);
  // The title is the rest of the line, which may have links and emphasis.
  const isEnd = (node: Node) => node instanceof Text && node.data.includes("\n");
  const end = [...first.childNodes].find(isEnd) as Text | undefined;
  const line = document.createRange();
  line.selectNodeContents(first);
  if (end) line.setEnd(end, end.data.indexOf("\n"));
  const title = line.extractContents();
  if (!first.hasChildNodes()) first.remove();
  const name = kind[0]!.toUpperCase() + kind.slice(1).toLowerCase().replaceAll("-", " ");
  const heading = element(fold ? "summary" : "p", {}, title.textContent?.trim() ? title : name);
  heading.className = "callout-title";
  const box = element(fold ? "details" : "div", { className: "callout" }, heading);
  box.toggleAttribute("open", fold === "+");
  box.dataset.kind = kind.toLowerCase();
  box.append(...quote.childNodes);
  return box;
}

/** Gives headings the anchors that links between notes use, and levels below the note's title. */
function nameHeadings(text: HTMLElement, page: string, title: string): void {
  const slugger = new GithubSlugger();
  let level = 1;
  for (const heading of text.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const name = heading.textContent;
    const slug = slugger.slug(name);
    const isTitle = heading === text.firstElementChild && name === title;
    if (isTitle) heading.remove();
    else level = Math.min(level + 1, Math.max(2, Number(heading.tagName[1])));
    heading.ariaLevel = String(level);
    // The heading above the footnotes has an id, and is not to be seen.
    if (heading.id || !page) continue;
    heading.id = PREFIX + slug;
    const href = `${page}#${slug}`;
    heading.append(element("a", { className: "anchor", href, ariaLabel: `Link to ${name}` }, "#"));
  }
}

/** The heading or footnote that an anchor of an address, percent-encoded, names. */
export function findTarget(text: HTMLElement, anchor: string): HTMLElement | undefined {
  const ids = [anchor, PREFIX + anchor];
  return [...text.querySelectorAll<HTMLElement>("[id]")].find(({ id }) =>
    ids.includes(encodeURI(id)),
  );
}
