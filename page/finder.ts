// The column that finds notes: search, collection, tag, and the list of what they leave.
import type { NoteSummary } from "../worker/contract/note.ts";
import type { SearchResponse, SearchResult } from "../worker/contract/search-response.ts";
import { byId, element } from "./dom.ts";
import { ask, scarceUntil, wait } from "./service.ts";

const MAX_LISTED = 500;
/** The service is asked when typing pauses this long. */
const PAUSE_MS = 300;

const query = byId<HTMLInputElement>("query");
const collection = byId<HTMLSelectElement>("collection");
const tag = byId<HTMLSelectElement>("tag");
const list = byId("list");

/** The notes of the service by route, in the order of its list; none until it is there. */
export let notes: ReadonlyMap<string, NoteSummary> = new Map();

/** What the service found last, and for which query. */
let latest: { q: string; results: readonly SearchResult[] } = { q: "", results: [] };
/** Counts what was typed and chosen: an answer to anything older is not wanted. */
let turn = 0;

/** Listens to the fields, and searches for `?q=` in the page's address. */
export function startFinder(): void {
  query.value = new URLSearchParams(location.search).get("q") ?? "";
  for (const field of [query, collection, tag]) field.oninput = () => search();
  // Enter opens the best note, once the service has answered.
  byId("finder").onsubmit = async (event) => {
    event.preventDefault();
    if (query.value.trim() && (await search(0))) list.querySelector("a")?.click();
  };
  if (query.value.trim()) search(0);
}

export function fillFinder(all: readonly NoteSummary[]): void {
  notes = new Map(all.map((note) => [note.route, note]));
  fillMenu(collection, (note) => [note.collection]);
  fillMenu(tag, (note) => note.tags);
  showList();
  showCurrent();
}

/** Fills a menu with what notes have, the most frequent first. */
function fillMenu(menu: HTMLSelectElement, read: (note: NoteSummary) => readonly string[]): void {
  const groups = [...Map.groupBy([...notes.values()].flatMap(read), (value) => value)];
  const options = groups
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([value, { length }]) => new Option(`${value} (${length})`, value));
  menu.replaceChildren(new Option("All", ""), ...options);
}

/** Shows the notes of a collection, or with a tag. */
export function choose(menu: "collection" | "tag", value: string): void {
  for (const field of [query, collection, tag]) field.value = field.id === menu ? value : "";
  query.focus();
  search();
}

/** Shows matching notes, then what the service finds. @returns whether nothing else was typed meanwhile */
async function search(pauseMs = PAUSE_MS): Promise<boolean> {
  const mine = ++turn;
  const isWanted = () => mine === turn;
  const q = query.value.trim();
  document.body.dataset.view = "finding";
  showList();
  if (q === "" || q === latest.q) return true;
  if (pauseMs > 0) {
    await new Promise((resume) => setTimeout(resume, pauseMs));
    await wait("Few requests are left. Searching in", scarceUntil, isWanted);
  }
  const answer = await ask<SearchResponse>(`search.json?${new URLSearchParams({ q })}`, isWanted);
  if (answer === undefined || !isWanted()) return false;
  const { results, detail = "This service does not search." } = answer.json;
  if (results) latest = { q, results };
  showList();
  if (!results) byId("found").textContent = detail;
  return true;
}

/** Shows what the service found for the query; before that, the notes with its words in title and tags. */
function showList(): void {
  const q = query.value.trim();
  const isAnswered = q !== "" && q === latest.q;
  const words = q.toLowerCase().split(/\s+/);
  const matches = ({ title, tags }: NoteSummary) =>
    words.every((word) => [title, ...tags].join(" ").toLowerCase().includes(word));
  const isChosen = (note?: NoteSummary) =>
    ["", note?.collection].includes(collection.value) &&
    ["", ...(note?.tags ?? [])].includes(tag.value);
  const all = isAnswered ? latest.results : [...notes.values()].filter(matches);
  const chosen = all.filter(({ route }) => isChosen(notes.get(route)));
  const groups = Map.groupBy(chosen.slice(0, MAX_LISTED), ({ route }) =>
    isAnswered ? "Best first" : notes.get(route)!.collection,
  );
  const parts = [...groups].map(([name, all]) => [
    element("h2", {}, name),
    listOf(all, isAnswered),
  ]);
  const rest = chosen.length > MAX_LISTED ? `The first ${MAX_LISTED} are shown.` : "";
  list.replaceChildren(...parts.flat(), rest);
  if (notes.size > 0 || isAnswered) byId("found").textContent = count(chosen.length);
  markCurrent();
}

export function count(length: number): string {
  return `${length.toLocaleString("en")} note${length === 1 ? "" : "s"}`;
}

/** A list of links to notes. */
export function listOf(all: readonly SearchResult[], hasSummaries = false): HTMLUListElement {
  const items = all.map(({ route, title, summary }) => {
    const more = hasSummaries ? [element("small", {}, summary)] : [];
    return element("li", {}, element("a", { href: `#${encoded(route)}` }, title, ...more));
  });
  return element("ul", {}, ...items);
}

/** A route as it stands in addresses. */
export function encoded(route: string): string {
  return route.split("/").map(encodeURIComponent).join("/");
}

/** Marks the note that is open, and brings it into view. */
export function showCurrent(): void {
  markCurrent();
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function markCurrent(): void {
  for (const link of list.querySelectorAll("a")) {
    link.ariaCurrent = location.hash.split("#")[1] === link.hash.slice(1) ? "page" : null;
  }
}
