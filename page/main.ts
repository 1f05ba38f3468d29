// Starts the page, fills its first screen, and says what keys do.
import { encodeRoute } from "../worker/contract/addresses.ts";
import type { Links, NoteList, NoteSummary } from "../worker/contract/note.ts";
import { ask, otherService, say, send, service, startService } from "./api-client.ts";
import { byId, element } from "./dom.ts";
import { showPanel, startPanel } from "./exchange.ts";
import { choose, count, fillFinder, MAX_GROUPS, readFields, startFinder } from "./finder.ts";
import { render } from "./markdown.ts";
import { keepTop, readFragment, readParameter } from "./place.ts";
import { openAddress, showBacklinks } from "./reader.ts";

async function start(): Promise<void> {
  startService();
  startPanel();
  startFinder();
  fillTitle();
  openAddress(true);
  const isQuiet = readFragment().route !== "/" || readParameter("q") !== "";
  const list = await ask<NoteList>("notes.json", undefined, isQuiet);
  if (!Array.isArray(list?.json.notes))
    return say(`${service} answers, but not with a list of notes.`);
  fillFinder(list.json.notes);
  fillWelcome(list.json.notes);
  fillAgents();
  const links = await ask<Links>("links.json", undefined, true);
  showBacklinks(new Map(Object.entries(links?.json.links ?? {})));
}

/** The build has put the title and the description of the notes into the page; another service has its address. */
function fillTitle(): void {
  const title = otherService ? service : document.title;
  const meta = document.querySelector<HTMLMetaElement>("meta[name=description]");
  for (const id of ["home", "title"]) byId(id).textContent = title;
  const about = otherService ? "" : (meta?.content ?? "");
  byId("description").append(render(about).querySelector("p") ?? "");
}

/** Counts the notes of each collection, and takes one of them as an example. */
function fillWelcome(notes: readonly NoteSummary[]): void {
  const button = (name: string, text: string) =>
    element("button", { onclick: () => choose("collection", name) }, text);
  const groups = [...Map.groupBy(notes, ({ collection }) => collection)];
  const counts =
    groups.length > MAX_GROUPS
      ? [button("", `${groups.length} collections`)]
      : groups.map(([name, { length }]) => button(name, `${name} ${length}`));
  byId("counts").replaceChildren(button("", count(notes.length)), ...counts);
  const { route = "", title = "" } = notes[0] ?? {};
  byId("tries").append(
    tryItem("notes.json", "all notes, with tags and summaries"),
    tryItem(`notes${encodeRoute(route)}.json`, "one note, with its text"),
    tryItem(`search.json?${new URLSearchParams({ q: title.split(" ")[0]! })}`, "a search"),
  );
}

function tryItem(address: string, what: string): HTMLLIElement {
  const button = element("button", { onclick: () => request(address) }, `GET ${address}`);
  return element("li", {}, button, ` ${what}`);
}

/** Says how agents use the notes, if this service and its owner let them. */
async function fillAgents(): Promise<void> {
  const url = `${service}/mcp`;
  // A preflight does not count against the limit.
  const answer = await fetch(url, { method: "OPTIONS" }).catch(() => undefined);
  if (!answer?.headers.get("Allow")?.includes("POST")) return;
  const agent = { mcpServers: { notes: { type: "http", url } } };
  byId("agent-json").textContent = JSON.stringify(agent, null, 2);
  // The author of a link chooses ?api=, in which a shell could find commands.
  const word = /^[\w.:/~-]+$/.test(url) ? url : `'${url.replaceAll("'", "%27")}'`;
  byId("agent-command").textContent = `claude mcp add --scope user --transport http notes ${word}`;
  byId("agents").hidden = false;
}

/** Sends a request that a person asks for, once. */
function request(address: string): void {
  showPanel(true);
  send(address).then(
    () => say(""),
    () => say(`No answer from ${service}.`),
  );
}

/** A slash goes to the search field; arrows go through the list. */
function onKey(event: KeyboardEvent): void {
  const { key } = event;
  const target = event.target as HTMLElement;
  const entries = document.querySelectorAll<HTMLElement>("#list :is(a, summary)");
  const stops = [byId("q"), ...entries].filter((each) => each.checkVisibility());
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const isSlash = key === "/" && !target.matches("input, select");
  if (!isSlash && !(step && stops.includes(target))) return;
  stops[isSlash ? 0 : stops.indexOf(target) + step!]?.focus();
  if (isSlash) byId("q").click();
  event.preventDefault();
}

byId("request").onsubmit = (event) => {
  event.preventDefault();
  request(byId<HTMLInputElement>("address").value);
};
history.scrollRestoration = "manual";
addEventListener("keydown", onKey);
addEventListener("popstate", () => {
  readFields();
  openAddress();
});
addEventListener("click", ({ target }) => {
  const link = (target as Element).closest("a");
  if (!link?.hash) return;
  keepTop();
  // A link to what is open already changes no address, but on a narrow screen that may be behind the list.
  if (link.hash === location.hash) {
    history.replaceState(null, "");
    openAddress();
  }
});
byId("skip").onclick = (event) => {
  event.preventDefault();
  byId("note").focus();
};
start();
