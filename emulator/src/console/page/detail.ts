import {
  ask,
  byId,
  clockTime,
  duration,
  make,
  messageOf,
  objectPath,
  perform,
  readJson,
  setOptions,
  setText,
} from "./dom.js";
import type { ObjectChange, ObjectDetail, RequestDetail } from "./messages.js";

/** Fields that say what an object is; changing them makes another object of it, which is no drift that can happen. */
const IDENTITY = ["kind", "id", "name", "selfLink", "creationTimestamp"];

let subject: string | undefined;
let picture = "";

/** Shows an object from now on. */
export function showObject(path: string): Promise<void> {
  return load(`/console/object?path=${encodeURIComponent(path)}`);
}

/** Shows a request from now on. */
export function showRequest(sequence: number): Promise<void> {
  return load(`/console/request?sequence=${String(sequence)}`);
}

/** Shows the newest state of what is shown. */
export async function refreshDetail(): Promise<void> {
  if (subject !== undefined) {
    await load(subject);
  }
}

async function load(wanted: string): Promise<void> {
  subject = wanted;
  const detail = await ask<ObjectDetail | RequestDetail>("GET", wanted).catch(messageOf);
  const text = JSON.stringify(detail);
  // The person may have chosen something else while the answer was on its way.
  if (subject !== wanted || text === picture) {
    return;
  }
  picture = text;
  const body = byId("detail-body");
  if (typeof detail === "string") {
    body.replaceChildren(make("p", { class: "note" }, detail));
    return;
  }
  setText(byId("detail-title"), "path" in detail ? "Object" : `Request ${String(detail.sequence)}`);
  body.replaceChildren(...("path" in detail ? describeObject(detail) : describeRequest(detail)));
}

function describeRequest(detail: RequestDetail): HTMLElement[] {
  const { method, url, startedAt, status, tookMs, fault, authorization, headers, body, answer } = detail;
  const noAnswer = "None, or no longer kept: the emulator keeps answers for the newest 2,000 requests.";
  return [
    make("p", { class: "path" }, make("strong", {}, method), ` ${url}`),
    factList({
      Status: status,
      At: clockTime(startedAt),
      Took: tookMs === undefined ? "not answered yet" : duration(tookMs),
      ...(fault === undefined ? {} : { Fault: fault }),
      Token: authorization ?? "none",
    }),
    ...(body === undefined ? [] : [make("h3", {}, "Body"), jsonBlock("Body of the request", body)]),
    make("h3", {}, "Answer"),
    answer === undefined ? make("p", { class: "note" }, noAnswer) : jsonBlock("Answer", answer),
    make("details", {}, make("summary", {}, "Headers"), factList(headers)),
  ];
}

function factList(facts: Readonly<Record<string, string>>): HTMLElement {
  return make(
    "dl",
    {},
    ...Object.entries(facts).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
  );
}

/** JSON, or a text that is none, in a box that the keyboard can scroll. */
function jsonBlock(label: string, value: unknown): HTMLElement {
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  return make("pre", { tabindex: "0", role: "region", "aria-label": label }, text);
}

/** Everything about one object, and the means to change it behind the program's back. */
function describeObject({ path, kind, object, changes }: ObjectDetail): HTMLElement[] {
  return [
    make("p", {}, make("strong", {}, kind)),
    make("p", { class: "path" }, path),
    ...(object === undefined
      ? [make("p", { class: "note" }, "It is gone.")]
      : [jsonBlock("The object", object), ...driftControls(path, object)]),
    make("h3", {}, "What happened to it"),
    make("ul", {}, ...[...changes].reverse().map((change) => make("li", {}, describeChange(change)))),
  ];
}

function describeChange({ at, what, fields }: ObjectChange): string {
  return `${clockTime(at)} ${what}${fields.length === 0 ? "" : `: ${fields.join(", ")}`}`;
}

function driftControls(path: string, object: Readonly<Record<string, unknown>>): HTMLElement[] {
  const field = make("select");
  const value = make("textarea", { rows: "2", spellcheck: "false" });
  const names = Object.keys(object).filter((name) => !IDENTITY.includes(name));
  setOptions(
    field,
    names.sort().map((name) => ({ value: name, label: name })),
  );
  const showValue = () => {
    const current = object[field.value];
    value.value = typeof current === "string" ? current : (JSON.stringify(current, undefined, 1) ?? "");
  };
  field.addEventListener("change", showValue);
  showValue();
  const patch = (newValue: () => unknown) => {
    void perform(async () => {
      await ask("PATCH", objectPath(path), { [field.value]: newValue() });
      await refreshDetail();
      return `${field.value} was changed behind the program's back. \`pulumi refresh\` finds it.`;
    });
  };
  const change = (event: Event) => {
    event.preventDefault();
    const current = object[field.value];
    patch(() => (typeof current === "string" ? value.value : readJson(value.value, current)));
  };
  const removeField = () => {
    patch(() => null);
  };
  const removeObject = () => {
    void perform(async () => {
      await ask("DELETE", objectPath(path));
      await refreshDetail();
      return `${path} was deleted behind the program's back. \`pulumi refresh\` finds it.`;
    });
  };
  return [
    make("h3", {}, "Behind the program's back"),
    make(
      "form",
      { onsubmit: change },
      make("label", { class: "field" }, "Field ", field),
      make("label", { class: "field" }, "Value ", value),
      make(
        "div",
        { class: "row" },
        make("button", { type: "submit" }, "Change it outside"),
        make("button", { type: "button", onclick: removeField }, "Remove the field"),
      ),
    ),
    make("button", { type: "button", class: "danger", onclick: removeObject }, "Delete it outside"),
  ];
}
