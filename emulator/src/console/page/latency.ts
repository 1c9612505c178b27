import { byId } from "./dom.js";
import { ask, perform } from "./emulator.js";
import type { LatencyLine } from "./messages.js";

/** The form that sets how long things take. */
export class LatencyPanel {
  readonly #form = byId("latency-form", HTMLFormElement);
  #shown = "";

  constructor() {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void perform(async () => {
        const values = Object.fromEntries(this.#inputs().map(({ name, value }) => [name, Number(value)]));
        await ask("PUT", "/latency", values);
        return "The latency is set. Operations that run keep the duration that they started with.";
      });
    });
  }

  /** Shows what holds, unless somebody is typing something else. */
  render(latency: LatencyLine): void {
    const text = JSON.stringify(latency);
    if (text === this.#shown) {
      return;
    }
    this.#shown = text;
    const values: Readonly<Record<string, number>> = {
      defaultMs: latency.operationMs,
      requestMs: latency.requestMs,
      instancesMs: latency.instancesMs,
    };
    for (const input of this.#inputs()) {
      input.value = String(values[input.name] ?? 0);
    }
  }

  #inputs(): HTMLInputElement[] {
    return [...this.#form.querySelectorAll("input")];
  }
}
