import { DetailPanel } from "./detail.js";
import { announce, byId, setText } from "./dom.js";
import { ask, perform } from "./emulator.js";
import { FaultPanel } from "./faults.js";
import { LatencyPanel } from "./latency.js";
import { MakeDialog } from "./makeDialog.js";
import type { EndpointLine, OperationLine, Update } from "./messages.js";
import { Model } from "./model.js";
import { RequestList } from "./requestList.js";
import { ResourceList } from "./resources.js";
import { showSetup } from "./setup.js";
import { Timeline } from "./timeline.js";

const RUNNING_REDRAW_MS = 250;

const model = new Model();
const detail = new DetailPanel();
const timeline = new Timeline();
const latency = new LatencyPanel();
const { endpoints } = await ask<{ endpoints: EndpointLine[] }>("GET", "/console/endpoints");
const faults = new FaultPanel(endpoints);
const requests = new RequestList((sequence) => {
  resources.mark(undefined);
  detail.show({ request: sequence });
});
const resources = new ResourceList(showObject);
new MakeDialog(showObject);

function showObject(path: string): void {
  requests.unmark();
  resources.mark(path);
  detail.show({ object: path });
}

let clockSkewMs = 0;
let isDrawPlanned = false;
let runningTimer: ReturnType<typeof setTimeout> | undefined;

/** Draws once for all the messages that arrive before the next frame. */
function planDraw(): void {
  if (!isDrawPlanned) {
    isDrawPlanned = true;
    requestAnimationFrame(draw);
  }
}

function draw(): void {
  isDrawPlanned = false;
  requests.render(model);
  resources.render(model);
  faults.render(model.faults);
  latency.render(model.latency);
  drawTimeline();
}

function drawTimeline(): void {
  clearTimeout(runningTimer);
  if (timeline.render(model, Date.now() + clockSkewMs)) {
    runningTimer = setTimeout(drawTimeline, RUNNING_REDRAW_MS);
  }
}

function failuresIn(operations: readonly OperationLine[]): string | undefined {
  const failed = operations.filter(({ failure, doneAt }) => failure !== undefined && doneAt !== undefined);
  const [first] = failed;
  return first === undefined
    ? undefined
    : `Operation ${first.type} of ${first.target} failed: ${first.failure ?? ""}${failed.length > 1 ? `, and ${String(failed.length - 1)} more` : ""}`;
}

const connection = byId("connection", HTMLElement);
function setConnection(state: "live" | "lost", text: string): void {
  connection.dataset.state = state;
  setText(connection, text);
}

const events = new EventSource("/_emulator/console/events");
events.addEventListener("message", (event: MessageEvent<string>) => {
  const update = JSON.parse(event.data) as Update;
  clockSkewMs = update.now - Date.now();
  model.apply(update);
  detail.update(update);
  const failures = update.fresh ? undefined : failuresIn(update.operations);
  if (failures !== undefined) {
    announce(failures);
  }
  planDraw();
});
events.addEventListener("open", () => {
  setConnection("live", "live");
});
events.addEventListener("error", () => {
  setConnection("lost", "not connected, trying again");
});

showSetup();

const dialog = byId("reset-dialog", HTMLDialogElement);
byId("reset", HTMLButtonElement).addEventListener("click", () => {
  dialog.returnValue = "";
  dialog.showModal();
});
dialog.addEventListener("close", () => {
  if (dialog.returnValue === "reset") {
    void perform(async () => {
      await ask("POST", "/reset");
      return "Everything is forgotten.";
    });
  }
});
