// The column that finds notes: search, collection, tag, and the list of what they leave.
import { encodeRoute } from "../worker/contract/addresses.ts";
import type { NoteSummary } from "../worker/contract/note.ts";
import type { SearchResponse, SearchResult } from "../worker/contract/search-response.ts";
import { ask, scarceUntil, wait } from "./api-client.ts";
import { byId, element } from "./dom.ts";
import { goFind, narrow, readFragment, readParameter } from "./place.ts";

/** Of more notes or groups, the groups are folded. */
const MAX_NOTES = 500;
export const MAX_GROUPS = 12;
/** The service is asked when typing pauses this long. */
const PAUSE_MS = 300;

const query = byId<HTMLInputElement>("q");
const collection = byId<HTMLSelectElement>("collection");
const tag = byId<HTMLSelectElement>("tag");
/** Each is named as its parameter in the page's address. */
const fields = [query, collection, tag];
const list = byId("list");
const BEST = "Best first";
/** Puts 2 before 10. */
const { compare } = new Intl.Collator(undefined, { numeric: true });

/** The notes of the service by route, ordered by collection and title; none until they are there. */
export let notes: ReadonlyMap<string, NoteSummary> = new Map();

/** What the service found last, and for which query. */
let latest: { q: string; results: readonly SearchResult[] } = { q: "", results: [] };
/** Why the service found nothing. */
let refusal = "";
/** Counts what was typed and chosen: an answer to anything older is not wanted. */
let turn = 0;

/** Listens to the fields, and reads them from the page's address. */
export function startFinder(): void {
  if (matchMedia("(pointer: fine)").matches) query.placeholder = "press /";
  for (const field of fields) {
    field.oninput = () => {
      keepFields();
      search();
    };
  }
  query.onclick = () => {
    if (narrow.matches && document.body.dataset.view === "reading") goFind();
  };
  // Enter opens the best note, once the service has answered.
  byId("finder").onsubmit = async (event) => {
    event.preventDefault();
    if (query.value.trim() && (await search(0))) list.querySelector("a")?.click();
  };
  readFields();
}

/** Fills the fields from the page's address, and shows what they find if that is new. */
export function readFields(): void {
  const changed = fields.filter(({ id, value }) => value.trim() !== readParameter(id));
  for (const field of changed) field.value = readParameter(field.id);
  if (changed.length > 0) search(0);
}

function keepFields(): void {
  goFind(Object.fromEntries(fields.map(({ id, value }) => [id, value.trim()])));
}

export function fillFinder(all: readonly NoteSummary[]): void {
  const sorted = all.toSorted(
    (a, b) => compare(a.collection, b.collection) || compare(a.title, b.title),
  );
  notes = new Map(sorted.map((note) => [note.route, note]));
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
  menu.value = readParameter(menu.id);
}

/** Shows the notes of a collection, or with a tag. */
export function choose(menu: "collection" | "tag", value: string): void {
  for (const field of fields) field.value = field.id === menu ? value : "";
  keepFields();
  search();
  // On a touch screen, a field in focus would bring up the keyboard.
  if (narrow.matches) byId("listing").focus();
  else query.focus();
}

/** Shows matching notes, then what the service finds. @returns whether nothing else was typed meanwhile */
async function search(pauseMs = PAUSE_MS): Promise<boolean> {
  const mine = ++turn;
  const isWanted = () => mine === turn;
  const q = query.value.trim();
  refusal = "";
  showList();
  if (q === "" || q === latest.q) return true;
  if (pauseMs > 0) {
    await new Promise((resume) => setTimeout(resume, pauseMs));
    await wait("Few requests are left. Searching in", scarceUntil, isWanted);
  }
  const answer = await ask<SearchResponse>(`search.json?${new URLSearchParams({ q })}`, isWanted);
  if (answer === undefined || !isWanted()) return false;
  const { results, detail = "" } = answer.json;
  if (results) latest = { q, results };
  else refusal = answer.status === 404 ? "By title and tag: this service does not search." : detail;
  showList();
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
  const groups = Map.groupBy(chosen, ({ route }) =>
    isAnswered ? BEST : notes.get(route)!.collection,
  );
  const isFew = groups.size <= MAX_GROUPS && chosen.length <= MAX_NOTES;
  const isOpen = groups.size === 1 || q !== "" || isFew;
  list.replaceChildren(...[...groups].map(([name, each]) => group(name, each, isOpen)));
  if (notes.size > 0 || isAnswered) byId("found").textContent = refusal || count(chosen.length);
  markCurrent();
}

/** Notes below a heading that folds them. */
function group(name: string, all: readonly SearchResult[], isOpen: boolean): HTMLElement {
  const size = element("span", {}, String(all.length));
  const heading = element("summary", {}, element("h2", {}, name), size);
  return element("details", { open: isOpen }, heading, listOf(all, name === BEST));
}

export function count(length: number): string {
  return `${length.toLocaleString("en")} note${length === 1 ? "" : "s"}`;
}

/** A list of links to notes. */
export function listOf(all: readonly SearchResult[], hasSummaries = false): HTMLUListElement {
  const items = all.map(({ route, title, summary }) => {
    const more = hasSummaries ? [element("small", {}, summary)] : [];
    const link = element("a", { href: `#${encodeRoute(route)}`, dir: "auto" }, title, ...more);
    return element("li", {}, link);
  });
  return element("ul", {}, ...items);
}

/** The link to the note that is open, as marked last. */
export const currentLink = () => list.querySelector<HTMLElement>("[aria-current]");

/** Marks the note that is open, and brings it into view. */
export function showCurrent(): void {
  markCurrent();
  currentLink()?.closest("details")?.setAttribute("open", "");
  currentLink()?.scrollIntoView({ block: "nearest" });
}

function markCurrent(): void {
  const { route } = readFragment();
  for (const link of list.querySelectorAll("a")) {
    link.ariaCurrent = link.hash.slice(1) === route ? "page" : null;
  }
}
