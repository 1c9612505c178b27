import { byId, make, setText } from "./dom.js";
import { clockTime, duration, operationState } from "./format.js";
import type { OperationLine } from "./messages.js";
import type { Model } from "./model.js";

/** How many rows are shown. More are no picture any more, and all of them are at `/_emulator/operations`. */
const ROWS = 100;

interface Row {
  readonly row: HTMLTableRowElement;
  readonly state: HTMLElement;
  readonly took: HTMLElement;
  readonly bar: HTMLElement;
}

/** The newest operations as bars on one scale, newest first. */
export class Timeline {
  readonly #body = byId("operations", HTMLElement);
  readonly #rows = new Map<string, Row>();

  /** `now`: the emulator's clock. Gives whether anything runs, and so whether the picture will change by itself. */
  render(model: Model, now: number): boolean {
    const newest = [...model.operations.values()].slice(-ROWS).reverse();
    const paths = new Set(newest.map(({ path }) => path));
    for (const [path, { row }] of this.#rows) {
      if (!paths.has(path)) {
        row.remove();
        this.#rows.delete(path);
      }
    }
    const ends = newest.map(({ doneAt }) => doneAt ?? now);
    const from = Math.min(...newest.map(({ acceptedAt }) => acceptedAt));
    const spanMs = Math.max(1, Math.max(...ends) - from);
    // From the oldest on, so that each new row only has to go on top.
    for (const operation of [...newest].reverse()) {
      this.#renderRow(operation, now, from, spanMs);
    }
    const running = newest.filter((operation) => operationState(operation) === "running").length;
    const total = model.operations.size;
    setText(
      byId("operations-count", HTMLElement),
      `${String(total)}${running > 0 ? `, ${String(running)} running` : ""}`,
    );
    setText(
      byId("timeline-scale", HTMLElement),
      newest.length === 0 ? "When" : `${duration(spanMs)} from ${clockTime(from)}`,
    );
    setText(
      byId("operations-note", HTMLElement),
      total === 0
        ? "No operation yet: apply a program, and they appear here."
        : total > ROWS
          ? `The newest ${String(ROWS)} are shown.`
          : "",
    );
    return running > 0;
  }

  #renderRow(operation: OperationLine, now: number, from: number, spanMs: number): void {
    const { path, acceptedAt, doneAt, failure } = operation;
    const row = this.#rows.get(path) ?? this.#add(operation);
    const state = operationState(operation);
    row.row.dataset.state = state;
    setText(row.state, failure === undefined ? state : `failed: ${failure}`);
    row.state.title = row.state.textContent;
    const tookMs = (doneAt ?? now) - acceptedAt;
    setText(row.took, duration(Math.max(0, tookMs)));
    row.bar.style.left = `${String(((acceptedAt - from) / spanMs) * 100)}%`;
    row.bar.style.width = `${String((Math.max(0, tookMs) / spanMs) * 100)}%`;
  }

  #add({ path, type, target }: OperationLine): Row {
    const state = make("td", { class: "state" });
    const took = make("td", { class: "number" });
    const bar = make("span");
    const row = make(
      "tr",
      {},
      make("td", {}, type),
      make("td", { title: target }, target.split("/").slice(-2).join("/")),
      state,
      took,
      make("td", { class: "bar", "aria-hidden": "true" }, make("div", { class: "track" }, bar)),
    );
    this.#body.prepend(row);
    const added = { row, state, took, bar };
    this.#rows.set(path, added);
    return added;
  }
}
