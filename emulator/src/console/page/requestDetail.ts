import { make } from "./dom.js";
import { clockTime, duration, statusText } from "./format.js";
import type { RequestDetail } from "./messages.js";

/** Everything about one request. */
export function describeRequest(detail: RequestDetail): HTMLElement[] {
  const { method, url, startedAt, tookMs, fault, authorization, headers, body, answer } = detail;
  const facts: [string, string][] = [
    ["Status", statusText(detail)],
    ["At", clockTime(startedAt)],
    ["Took", tookMs === undefined ? "not answered yet" : duration(tookMs)],
    ...(fault === undefined ? [] : ([["Fault", fault]] as [string, string][])),
    ["Token", authorization ?? "none"],
  ];
  return [
    make("p", { class: "path" }, make("strong", {}, method), ` ${url}`),
    factList(facts),
    ...(body === undefined ? [] : [make("h3", {}, "Body"), jsonBlock("Body of the request", body)]),
    make("h3", {}, "Answer"),
    answer === undefined
      ? make(
          "p",
          { class: "note" },
          "None, or no longer kept: the emulator keeps answers for the newest 2,000 requests.",
        )
      : jsonBlock("Answer", answer),
    make(
      "details",
      {},
      make("summary", {}, "Headers"),
      factList(Object.entries(headers).map(([name, value]) => [name, value])),
    ),
  ];
}

/** Pairs of a name and a value. */
export function factList(facts: readonly (readonly [string, string])[]): HTMLElement {
  return make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

/** JSON, or a text that is none, in a box that the keyboard can scroll. */
export function jsonBlock(label: string, value: unknown): HTMLElement {
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  return make("pre", { tabindex: "0", role: "region", "aria-label": label }, text);
}
