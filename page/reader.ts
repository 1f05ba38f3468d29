// The middle column: the note that the page's address names, or the first screen.
import { encodeRoute } from "../worker/contract/addresses.ts";
import type { FullNote } from "../worker/contract/note.ts";
import type { Route } from "../worker/contract/route.ts";
import { ask } from "./api-client.ts";
import { byId, element } from "./dom.ts";
import type { Answer } from "./exchange.ts";
import { choose, currentLink, listOf, notes, showCurrent } from "./finder.ts";
import { findTarget, render } from "./markdown.ts";
import { arriveAt, narrow, readFragment, showView } from "./place.ts";

const column = byId("note");
const article = byId("article");
const loading = byId("loading");

/** The route of the note that is shown; empty if there is none. */
let current = "";
/** From each route to those that its note links to; none if the service does not say. */
let links: ReadonlyMap<string, readonly string[]> = new Map();

/** Shows what the page's address names, and moves the focus there, but not to the first screen of a page that opens. */
export async function openAddress(isStart = false): Promise<void> {
  const { hash } = location;
  // Routes stay encoded, as they may be undecodable: the service says so.
  const { route, anchor } = readFragment();
  const isHome = route === "/";
  const isBack = showView() === "finding" && narrow.matches;
  // Where the reader left the list.
  const left = currentLink() ?? byId("listing");
  if (!isHome && route !== encodeRoute(current)) {
    column.ariaBusy = "true";
    loading.textContent = "Loading the note…";
    const isWanted = () => hash === location.hash;
    const answer = await ask<FullNote>(`notes${route}.json`, isWanted);
    if (answer === undefined || !isWanted()) return;
    const { status, json } = answer;
    current = json.route ?? "";
    article.replaceChildren(...(status === 200 ? noteParts(json) : problemParts(answer)));
    // It may have moved since it was linked to.
    const fragment = `#${encodeRoute(current)}${anchor && `#${anchor}`}`;
    if (current) history.replaceState(history.state, "", fragment);
    showBacklinks();
  }
  column.ariaBusy = null;
  loading.textContent = "";
  showCurrent();
  byId("welcome").hidden = !isHome;
  article.hidden = isHome;
  for (const box of column.querySelectorAll<HTMLElement>("pre, table")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
  // The keyboard scrolls what it can reach.
  column.tabIndex = column.scrollHeight > column.clientHeight ? 0 : -1;
  const title = column.querySelector<HTMLElement>(":not([hidden]) > h1")!;
  document.title = title.textContent;
  if (isStart && isHome) return;
  arriveAt(isBack ? left : (anchor && findTarget(article, anchor)) || title);
}

function noteParts(note: Partial<FullNote>): Node[] {
  const { route = "", title = "", tags = [], summary = "", markdown = "", ...fields } = note;
  const text = render(markdown, `#${encodeRoute(route)}`, title);
  const facts = Object.entries(fields).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, [value].flat().join(", ")),
  ]);
  const buttons = tags.map((tag) => element("button", { onclick: () => choose("tag", tag) }, tag));
  // Where the notes have no summaries, the build takes their first paragraphs.
  const isRepeated = lettersOf(text.textContent).includes(lettersOf(summary));
  return [
    ...headParts(route, title, isRepeated ? "" : summary),
    element("dl", {}, ...facts),
    element("div", { className: "tags" }, ...buttons),
    text,
  ];
}

function headParts(route: string, title: string, summary: string): Node[] {
  return [
    element("p", { className: "route" }, route),
    element("h1", { dir: "auto" }, title),
    element("p", { className: "summary", dir: "auto" }, summary),
  ];
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function problemParts({ url, status, json }: Answer): Node[] {
  const { title = String(status), detail = "", suggestions = [] } = json;
  const meant = suggestions.map((address) => {
    const path = /\/notes(\/.*)\.json$/.exec(address)?.[1] ?? address;
    const route = decodeURIComponent(path) as Route;
    return { route, title: notes.get(route)?.title ?? route, summary: "" };
  });
  const links = meant.length > 0 ? [element("h2", {}, "Did you mean"), listOf(meant)] : [];
  return [...headParts(url.pathname, title, detail), ...links];
}

/** Shows which notes link to the open one, as far as is known. */
export function showBacklinks(all = links): void {
  links = all;
  const linksHere = (route: string) => links.get(route)?.includes(current);
  const from = [...notes.values()].filter(({ route }) => linksHere(route));
  article.querySelector("footer")?.remove();
  if (from.length === 0) return;
  article.append(element("footer", {}, element("h2", {}, "Linked from"), listOf(from)));
}
