import { refreshDetail, showObject, showRequest } from "./detail.js";
import { addArrowKeys, announce, byId, clockTime, duration, make, mark, setText, showRows, type Row } from "./dom.js";
import { addForms } from "./forms.js";
import type { ConsoleState, KindLine, OperationLine, RequestLine } from "./messages.js";

const EVERY_MS = 400;
/** A kind with more objects than this is closed until somebody opens it. */
const OPEN_ROWS = 20;

const connection = byId("connection");
const objects = byId("resources");
const requests = byId("requests");
const objectsFilter = byId<HTMLInputElement>("resources-filter");
const requestsFilter = byId<HTMLInputElement>("requests-filter");
const problemsOnly = byId<HTMLInputElement>("requests-problems");
const held = byId<HTMLInputElement>("requests-paused");
/** The kinds that a person has opened (true) or closed. */
const turned = new Map<string, boolean>();
/** The path of an object, or the number of a request. */
let chosen: string | number | undefined;
let state: ConsoleState | undefined;
let picture = "";
let latency = "";
let failed: ReadonlySet<string> | undefined;

/** Asks for what there is now, and draws it if it is another than before. */
async function look(): Promise<void> {
  const query = new URLSearchParams({ objects: objectsFilter.value, requests: requestsFilter.value });
  if (problemsOnly.checked) query.set("problems", "1");
  try {
    const text = await (await fetch(`/_emulator/console/state?${query.toString()}`)).text();
    show("live", "live");
    if (text === picture) return;
    picture = text;
    state = JSON.parse(text) as ConsoleState;
  } catch {
    show("lost", "not connected, trying again");
    return;
  }
  draw();
  void refreshDetail();
}

function show(connectionState: "live" | "lost", text: string): void {
  connection.dataset.state = connectionState;
  setText(connection, text);
}

async function lookForever(): Promise<void> {
  if (!document.hidden) await look();
  setTimeout(() => void lookForever(), EVERY_MS);
}

function draw(): void {
  if (state === undefined) return;
  drawObjects(state.objects);
  drawOperations(state.operations);
  drawFaults(state.faults);
  drawLatency(state.latency);
  drawRequests(state.requests);
}

function choose(what: string | number): void {
  chosen = what;
  draw();
  void (typeof what === "string" ? showObject(what) : showRequest(what));
}

function drawObjects({ total, kinds }: ConsoleState["objects"]): void {
  setText(byId("resources-count"), String(total));
  const nothing = objectsFilter.value === "" ? "Nothing yet." : "Nothing matches the filter.";
  const note: Row = { key: "", content: nothing, element: () => make("p", { class: "note" }, nothing) };
  showRows(objects, kinds.length === 0 ? [note] : kinds.flatMap(rowsOfKind));
}

function rowsOfKind({ kind, total, paths }: KindLine): Row[] {
  const isOpen = turned.get(kind) ?? (total <= OPEN_ROWS || paths.some((path) => path === chosen));
  const turn = () => {
    turned.set(kind, !isOpen);
    draw();
  };
  const heading = () =>
    make(
      "button",
      { type: "button", class: "kind", "aria-expanded": String(isOpen), onclick: turn },
      `${kind} `,
      make("span", { class: "count" }, String(total)),
    );
  const rest = total - paths.length;
  const note = () => make("p", { class: "note" }, `${String(rest)} more: narrow them down with the filter.`);
  return [
    { key: `kind ${kind}`, content: [total, isOpen], element: heading },
    ...(isOpen ? paths.map(objectRow) : []),
    ...(isOpen && rest > 0 ? [{ key: `rest ${kind}`, content: rest, element: note }] : []),
  ];
}

function objectRow(path: string): Row {
  const slash = path.lastIndexOf("/");
  const element = () =>
    make(
      "button",
      {
        type: "button",
        class: "object",
        "aria-current": String(path === chosen),
        onclick: () => {
          choose(path);
        },
      },
      path.slice(slash + 1),
      " ",
      make("small", {}, path.slice(0, slash)),
    );
  return { key: path, content: path === chosen, element };
}

/** The operations as bars on one scale, newest first. */
function drawOperations({ total, running, newest }: ConsoleState["operations"]): void {
  const from = Math.min(...newest.map(({ acceptedAt }) => acceptedAt));
  const spanMs = Math.max(1, ...newest.map(({ acceptedAt, tookMs }) => acceptedAt + tookMs - from));
  setText(byId("operations-count"), `${String(total)}${running > 0 ? `, ${String(running)} running` : ""}`);
  setText(byId("timeline-scale"), newest.length === 0 ? "When" : `${duration(spanMs)} from ${clockTime(from)}`);
  setText(
    byId("operations-note"),
    total === 0
      ? "No operation yet: apply a program, and they appear here."
      : total > newest.length
        ? `The newest ${String(newest.length)} are shown.`
        : "",
  );
  showRows(
    byId("operations"),
    newest.map((operation) => {
      const left = (100 * (operation.acceptedAt - from)) / spanMs;
      const width = (100 * operation.tookMs) / spanMs;
      const content = [operation, left, width];
      return { key: operation.path, content, element: () => operationRow(operation, left, width) };
    }),
  );
  const failures = newest.filter(({ failure }) => failure !== undefined);
  const [news] = failures.filter(({ path }) => failed?.has(path) === false);
  if (news !== undefined) {
    announce(`Operation ${news.type} of ${news.target} failed: ${news.failure ?? ""}`);
  }
  failed = new Set(failures.map(({ path }) => path));
}

function operationRow({ type, target, state: outcome, failure, tookMs }: OperationLine, left: number, width: number) {
  const text = failure === undefined ? outcome : `failed: ${failure}`;
  const bar = make("span");
  bar.style.left = `${String(left)}%`;
  bar.style.width = `${String(width)}%`;
  return make(
    "tr",
    { "data-state": outcome },
    make("td", {}, type),
    make("td", { title: target }, target.split("/").slice(-2).join("/")),
    make("td", { class: "state", title: text }, text),
    make("td", { class: "number" }, duration(tookMs)),
    make("td", { class: "bar", "aria-hidden": "true" }, make("div", { class: "track" }, bar)),
  );
}

function drawFaults(faults: ConsoleState["faults"]): void {
  setText(byId("faults-count"), String(faults.length));
  byId<HTMLButtonElement>("faults-clear").disabled = faults.length === 0;
  showRows(
    byId("faults"),
    faults.map(({ kind, match, left }, index) => {
      const times = left === "always" ? left : left === 1 ? "1 time" : `${String(left)} times`;
      const element = () => make("li", {}, make("strong", {}, kind), ` ${times} on `, make("code", {}, match));
      return { key: String(index), content: [kind, match, left], element };
    }),
  );
}

/** Shows what holds, unless somebody is typing something else. */
function drawLatency(current: ConsoleState["latency"]): void {
  const text = JSON.stringify(current);
  if (text === latency) return;
  latency = text;
  for (const input of byId("latency-form").querySelectorAll("input")) {
    input.value = String(current[input.name as keyof typeof current]);
  }
}

function drawRequests({ total, matching, newest }: ConsoleState["requests"]): void {
  setText(byId("requests-count"), matching === total ? String(total) : `${String(matching)} of ${String(total)}`);
  setText(
    byId("requests-note"),
    matching > newest.length ? `The newest ${String(newest.length)} are shown: the filter finds the others.` : "",
  );
  if (!held.checked) {
    showRows(requests, newest.map(requestRow));
  }
  for (const button of requests.querySelectorAll<HTMLElement>("[data-sequence]")) {
    mark(button, "aria-current", button.dataset.sequence === String(chosen) ? "true" : undefined);
  }
}

function requestRow(line: RequestLine): Row {
  const { sequence, startedAt, method, url, status, isProblem, tookMs, fault = "" } = line;
  const element = () =>
    make(
      "button",
      {
        type: "button",
        class: "line",
        "data-sequence": String(sequence),
        "data-tone": isProblem ? "bad" : status === "held" ? "open" : "good",
        onclick: () => {
          choose(sequence);
        },
      },
      make("span", { class: "time" }, clockTime(startedAt)),
      make("span", {}, method),
      make("span", { class: "url", title: url }, url.replace(/^\/?projects\/[^/]+\//, "")),
      make("span", { class: "fault" }, fault),
      make("span", { class: "status" }, status),
      make("span", { class: "took" }, tookMs === undefined ? "" : duration(tookMs)),
    );
  return { key: String(sequence), content: line, element };
}

for (const list of [objects, requests]) addArrowKeys(list);
for (const control of [objectsFilter, requestsFilter, problemsOnly, held]) {
  control.addEventListener("input", () => void look());
}
held.addEventListener("input", draw);
addForms(choose);
void lookForever();
