// The middle column: the note that the page's address names, or the first screen.
import type { FullNote } from "../worker/contract/note.ts";
import { byId, element } from "./dom.ts";
import type { Answer } from "./exchange.ts";
import { choose, encoded, listOf, notes, showCurrent } from "./finder.ts";
import { findTarget, render } from "./markdown.ts";
import { ask } from "./service.ts";

const main = byId("note");
const article = byId("article");

/** The route of the note that is shown; empty if there is none. */
let current = "";
/** From each route to those that its note links to; none if the service does not say. */
let links: ReadonlyMap<string, readonly string[]> = new Map();

/** Shows what the page's address names, and moves the focus there. */
export async function openAddress(): Promise<void> {
  const { hash } = location;
  // Routes stay encoded, as they may be undecodable: the service says so.
  const [, route = "/", anchor = ""] = hash.split("#");
  if (!route.startsWith("/")) return;
  const isHome = route === "/";
  document.body.dataset.view = "reading";
  if (!isHome && route !== encoded(current)) {
    main.ariaBusy = "true";
    const isWanted = () => hash === location.hash;
    const answer = await ask<FullNote>(`notes${route}.json`, isWanted);
    if (answer === undefined || !isWanted()) return;
    const { status, json } = answer;
    const note = status === 200 ? json : problemAsNote(answer);
    current = note.route ?? "";
    article.replaceChildren(...noteParts(note));
    // It may have moved since it was linked to.
    if (current) history.replaceState(null, "", `#${encoded(current)}${anchor && `#${anchor}`}`);
    showBacklinks();
  }
  showCurrent();
  main.ariaBusy = null;
  byId("welcome").hidden = !isHome;
  article.hidden = isHome;
  for (const box of main.querySelectorAll<HTMLElement>("pre, table")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
  // The keyboard scrolls what it can reach.
  main.tabIndex = main.scrollHeight > main.clientHeight ? 0 : -1;
  const title = main.querySelector<HTMLElement>(":not([hidden]) > h1")!;
  document.title = title.textContent;
  main.scrollTo(0, 0);
  scrollTo(0, 0);
  const target = (anchor && findTarget(article, anchor)) || title;
  target.tabIndex = -1;
  target.focus();
}

function noteParts(note: Partial<FullNote>): Node[] {
  const { route = "", title = "", tags = [], summary = "", markdown = "", ...fields } = note;
  const text = render(markdown, `#${encoded(route)}`, title);
  const facts = Object.entries(fields).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, [value].flat().join(", ")),
  ]);
  const buttons = tags.map((tag) => element("button", { onclick: () => choose("tag", tag) }, tag));
  return [
    element("p", { className: "route" }, route),
    element("h1", {}, title),
    element("p", { className: "summary" }, summary),
    element("dl", {}, ...facts),
    element("div", { className: "tags" }, ...buttons),
    text,
  ];
}

function problemAsNote({ url, status, json }: Answer): Partial<FullNote> {
  const { title = String(status), detail = "", suggestions = [] } = json;
  const routes = suggestions.map((each) => /\/notes(\/.*)\.json$/.exec(each)?.[1] ?? each);
  const markdown = routes.map((route) => `- [${decodeURIComponent(route)}](${route})`).join("\n");
  return { title, summary: `${url.pathname}: ${detail}`, markdown };
}

/** Shows which notes link to the open one, as far as is known. */
export function showBacklinks(all = links): void {
  links = all;
  const leadsHere = (route: string) => links.get(route)?.includes(current);
  const from = [...notes.values()].filter(({ route }) => leadsHere(route));
  article.querySelector("footer")?.remove();
  if (from.length === 0) return;
  article.append(element("footer", {}, element("h2", {}, "Linked from"), listOf(from)));
}
