// Where the reader is: the page's address, and what its entry in the browser's history remembers.

/** As in the style: narrower screens have one column. */
export const narrow = matchMedia("(width < 50rem)");

/** What an entry remembers beside its address: which column was shown, and how far it was scrolled, in pixels. */
type Memory = { readonly view?: "finding" | "reading"; readonly top?: number };
const memory = (): Memory => history.state ?? {};

/** The parts of the address's fragment, percent-encoded; `/` is the first screen. */
export function readFragment(): { route: string; anchor: string } {
  const [, route = "", anchor = ""] = location.hash.split("#");
  return route.startsWith("/") ? { route, anchor } : { route: "/", anchor: "" };
}

/** What was typed and chosen, by parameter: `q`, `collection`, `tag`. */
export function readParameter(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? "";
}

/** Shows the list or the note, as the entry of the history says. @returns which */
export function showView(): string {
  const hasQuery = ["q", "collection", "tag"].some(readParameter);
  const usual = location.hash === "" && hasQuery ? "finding" : "reading";
  const { view = usual } = memory();
  document.body.dataset.view = view;
  return view;
}

/**
 * Shows the list, and keeps what was typed and chosen in the address. Where the list takes the place of the note, that
 * is a step from which Back returns.
 */
export function goFind(parameters: Readonly<Record<string, string>> = {}): void {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(parameters)) {
    if (value) search.set(name, value);
    else search.delete(name);
  }
  const url = location.pathname + (search.size > 0 ? `?${search}` : "") + location.hash;
  if (narrow.matches && document.body.dataset.view === "reading") {
    keepTop();
    history.pushState({ view: "finding" }, "", url);
    scrollTo(0, 0);
  } else {
    history.replaceState({ ...memory(), view: "finding" }, "", url);
  }
  showView();
}

/** What scrolls: on a narrow screen the page, else the column of the note. */
function scroller(): Element {
  return narrow.matches ? document.documentElement : document.getElementById("note")!;
}

/** Remembers how far the reader has come, before going elsewhere. */
export function keepTop(): void {
  history.replaceState({ ...memory(), top: scroller().scrollTop }, "");
}

/** Moves the focus to what was opened, and restores the scroll position after Back. */
export function arriveAt(target: HTMLElement): void {
  const { top } = memory();
  if (target.tabIndex < 0) target.tabIndex = -1;
  if (top === undefined && target.tagName === "H1") scroller().scrollTo(0, 0);
  target.focus({ preventScroll: top !== undefined || target.tagName === "H1" });
  if (top !== undefined) scroller().scrollTo(0, top);
}
