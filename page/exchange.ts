// The column that shows a request with its answer, and as code.
import type { ProblemDetails } from "../worker/contract/problems.ts";
import { byId, element } from "./dom.ts";

const MAX_LENGTH = 20_000;

/** An answered request, whatever the status. */
export interface Answer<T = unknown> {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Empty if the body is not JSON. */
  readonly json: Partial<T & ProblemDetails>;
  readonly ms: number;
}

const panel = byId("exchange");
const toggle = byId("toggle");
/** As in the style: on wider screens the column is always there. */
const wide = matchMedia("(width >= 88rem)");

/** Listens to what shows and hides the column where there is no room for it. */
export function startPanel(): void {
  toggle.onclick = () => showPanel(toggle.ariaExpanded !== "true");
  byId("close").onclick = () => showPanel(false);
  panel.onkeydown = ({ key }) => {
    if (key === "Escape") showPanel(false);
  };
  for (const id of ["code", "agent-json", "agent-command"]) addCopyButton(byId(id));
}

/** Shows or hides the column, and moves the focus with it. */
export function showPanel(isShown: boolean): void {
  if (wide.matches) return;
  toggle.ariaExpanded = String(isShown);
  (isShown ? panel : toggle).focus();
}

export function showExchange({ url, status, headers, body, json, ms }: Answer): void {
  const address = url.pathname + url.search;
  const code = element("b", { className: status < 400 ? "" : "error" }, String(status));
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const text = `${lines}\n\n${body.startsWith("{") ? JSON.stringify(json, null, 2) : body}`;
  const rest = text.length > MAX_LENGTH ? "\n… and so on" : "";
  byId<HTMLInputElement>("address").value = address;
  byId("answer").replaceChildren(code, ` ${ms} ms, ${body.length.toLocaleString("en")} characters`);
  byId("body").textContent = text.slice(0, MAX_LENGTH) + rest;
  showCode(url);
  byId("languages").onchange = () => showCode(url);
}

function showCode({ href }: URL): void {
  const url = href.replaceAll("'", "%27");
  const programs: Record<string, string> = {
    curl: `curl --compressed '${url}'`,
    fetch: `const response = await fetch("${url}");\nconsole.log(await response.json());`,
    python: `import json, urllib.request\n\nprint(json.load(urllib.request.urlopen("${url}")))`,
  };
  const { value } = byId("languages").querySelector<HTMLInputElement>(":checked")!;
  byId("code").textContent = programs[value] ?? "";
}

/** Gives a block of code a button that copies it. */
export function addCopyButton(code: HTMLElement): void {
  const button = element("button", { type: "button" }, "Copy");
  button.onclick = async () => {
    getSelection()?.selectAllChildren(code);
    // There is a clipboard on secure origins only; elsewhere the code stays selected.
    await navigator.clipboard?.writeText(code.textContent);
    button.textContent = navigator.clipboard ? "Copied" : "Selected";
  };
  button.onblur = () => button.replaceChildren("Copy");
  const box = element("div", { className: "code" });
  code.replaceWith(box);
  box.append(code, button);
}
