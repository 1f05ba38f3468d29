// Starts the page, fills its first screen, and says what keys do.
import type { Links, NoteList, NoteSummary } from "../worker/contract/note.ts";
import { byId, element } from "./dom.ts";
import { addCopyButtons } from "./exchange.ts";
import { choose, count, encoded, fillFinder, startFinder } from "./finder.ts";
import { render } from "./markdown.ts";
import { openAddress, showBacklinks } from "./note.ts";
import { ask, say, send, service } from "./service.ts";

type Description = { readonly info: { readonly title: string; readonly description: string } };

async function start(): Promise<void> {
  byId<HTMLInputElement>("api").value = service;
  const url = `${service}/mcp`;
  const agent = { mcpServers: { notes: { type: "http", url } } };
  byId("agent-json").textContent = JSON.stringify(agent, null, 2);
  // Whoever makes a link chooses ?api=, in which a shell could find commands.
  const word = /^[\w.:/~-]+$/.test(url) ? url : `'${url.replaceAll("'", "%27")}'`;
  byId("agent-command").textContent = `claude mcp add --scope user --transport http notes ${word}`;
  addCopyButtons();
  startFinder();
  if (location.hash !== "") openAddress();
  const list = await ask<NoteList>("notes.json", undefined, location.hash !== "");
  if (!Array.isArray(list?.json.notes))
    return say(`${service} answers, but not with a list of notes.`);
  fillFinder(list.json.notes);
  fillWelcome(list.json.notes);
  const about = await ask<Description>("openapi.json", undefined, true);
  const { title = "Notes", description = "" } = about?.json.info ?? {};
  for (const id of ["home", "title"]) byId(id).textContent = title;
  if (!byId("welcome").hidden) document.title = title;
  byId("description").append(render(description).querySelector("p") ?? "");
  const links = await ask<Links>("links.json", undefined, true);
  showBacklinks(new Map(Object.entries(links?.json.links ?? {})));
}

/** Counts the notes of each collection, and takes one of them as an example. */
function fillWelcome(notes: readonly NoteSummary[]): void {
  const button = (name: string, text: string) =>
    element("button", { onclick: () => choose("collection", name) }, text);
  const groups = Map.groupBy(notes, ({ collection }) => collection);
  const counts = [...groups].map(([name, { length }]) => button(name, `${name} ${length}`));
  byId("counts").replaceChildren(button("", count(notes.length)), ...counts);
  const { route = "", title = "" } = notes[0] ?? {};
  byId("tries").append(
    tryItem("notes.json", "all notes, with tags and summaries"),
    tryItem(`notes${encoded(route)}.json`, "one note, with its text"),
    tryItem(`search.json?${new URLSearchParams({ q: title })}`, "a search"),
  );
}

function tryItem(address: string, what: string): HTMLLIElement {
  const button = element("button", { onclick: () => request(address) }, `GET ${address}`);
  return element("li", {}, button, ` ${what}`);
}

/** Sends what somebody asks for, once. */
function request(address: string): void {
  byId("exchange").toggleAttribute("open", true);
  send(address).then(
    () => say(""),
    () => say(`No answer from ${service}.`),
  );
}

/** A slash goes to the search field; arrows go through the list. */
function onKey(event: KeyboardEvent): void {
  const { key } = event;
  const target = event.target as HTMLElement;
  const stops = [byId("query"), ...document.querySelectorAll<HTMLElement>("#list a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const isSlash = key === "/" && !target.matches("input, select");
  if (!isSlash && !(step && stops.includes(target))) return;
  stops[isSlash ? 0 : stops.indexOf(target) + step!]?.focus();
  event.preventDefault();
}

const wide = matchMedia("(width >= 88rem)");
const adapt = () => byId("exchange").toggleAttribute("open", wide.matches);
adapt();
wide.onchange = adapt;
byId("request").onsubmit = (event) => {
  event.preventDefault();
  request(byId<HTMLInputElement>("address").value);
};
addEventListener("keydown", onKey);
addEventListener("hashchange", openAddress);
// A link to what is open already changes no address, but on a narrow screen that may be behind the list.
addEventListener("click", ({ target }) => {
  const link = (target as Element).closest("a");
  if (link?.hash && link.hash === location.hash) openAddress();
});
start();
