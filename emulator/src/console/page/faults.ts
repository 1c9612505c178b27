import { byId, make, setOptions, setText } from "./dom.js";
import { ask, perform } from "./emulator.js";
import { FAULT_CHOICES, type FaultChoice } from "./faultKinds.js";
import { count } from "./format.js";
import type { EndpointLine, FaultLine } from "./messages.js";

const ANY = "";

/** The form that arms a fault, and the list of those that are armed. */
export class FaultPanel {
  readonly #kind = byId("fault-kind", HTMLSelectElement);
  readonly #settings = byId("fault-settings", HTMLElement);
  readonly #collection = byId("fault-collection", HTMLSelectElement);
  readonly #verb = byId("fault-verb", HTMLSelectElement);
  readonly #times = byId("fault-times", HTMLSelectElement);
  readonly #list = byId("faults", HTMLElement);
  readonly #clear = byId("faults-clear", HTMLButtonElement);
  readonly #endpoints: readonly EndpointLine[];
  #shown = "";

  constructor(endpoints: readonly EndpointLine[]) {
    this.#endpoints = endpoints;
    setOptions(
      this.#kind,
      FAULT_CHOICES.map(({ kind, label }) => ({ value: kind, label })),
    );
    setOptions(this.#times, [
      ...[1, 2, 3, 5, 10, 100].map((times) => ({ value: String(times), label: String(times) })),
      { value: "always", label: "always" },
    ]);
    this.#kind.addEventListener("change", () => {
      this.#showKind();
    });
    this.#collection.addEventListener("change", () => {
      this.#showVerbs();
    });
    byId("fault-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void perform(() => this.#arm());
    });
    this.#clear.addEventListener("click", () => {
      void perform(async () => {
        await ask("DELETE", "/faults");
        return "No fault is armed now.";
      });
    });
    this.#showKind();
  }

  render(faults: readonly FaultLine[]): void {
    const text = JSON.stringify(faults);
    if (text === this.#shown) {
      return;
    }
    this.#shown = text;
    setText(byId("faults-count", HTMLElement), String(faults.length));
    this.#clear.disabled = faults.length === 0;
    this.#list.replaceChildren(
      ...faults.map(({ kind, match, left }) => {
        const times = left === "always" ? "always" : count(left, "time");
        return make("li", {}, make("strong", {}, kind), ` ${times} on `, make("code", {}, match));
      }),
    );
  }

  #choice(): FaultChoice {
    const choice = FAULT_CHOICES.find(({ kind }) => kind === this.#kind.value) ?? FAULT_CHOICES[0];
    if (choice === undefined) {
      throw new Error("There is no kind of fault.");
    }
    return choice;
  }

  /** The methods that a fault of the chosen kind can act on. */
  #candidates(): EndpointLine[] {
    const { stage } = this.#choice();
    return this.#endpoints.filter(({ stages }) => stages.includes(stage));
  }

  #showKind(): void {
    this.#settings.replaceChildren(
      ...this.#choice().settings.map(({ name, label, initial, choices, numeric }) => {
        const input =
          choices === undefined
            ? make("input", { name, value: initial, autocomplete: "off", required: "" })
            : make("select", { name }, ...choices.map((value) => make("option", { value }, value)));
        if (numeric === true) {
          input.setAttribute("type", "number");
          input.setAttribute("min", "0");
        }
        input.value = initial;
        return make("label", { class: "field" }, `${label} `, input);
      }),
    );
    const names = [...new Set(this.#candidates().map(({ collection }) => collection))].sort();
    setOptions(this.#collection, [
      { value: ANY, label: "any" },
      ...names.map((name) => ({ value: name, label: name })),
    ]);
    this.#showVerbs();
  }

  #showVerbs(): void {
    const collection = this.#collection.value;
    const verbs = this.#candidates()
      .filter((endpoint) => collection === ANY || endpoint.collection === collection)
      .map(({ verb }) => verb);
    setOptions(this.#verb, [
      { value: ANY, label: "any" },
      ...[...new Set(verbs)].sort().map((verb) => ({ value: verb, label: verb })),
    ]);
  }

  async #arm(): Promise<string> {
    const choice = this.#choice();
    const settings: Record<string, string> = {};
    for (const input of this.#settings.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
      settings[input.name] = input.value;
    }
    const times = this.#times.value === "always" ? "always" : Number(this.#times.value);
    const match = this.#match();
    await ask("POST", "/faults", { match, times, fault: { kind: choice.kind, ...choice.build(settings) } });
    const often = times === "always" ? "every" : `the next ${count(times, "matching request")}`;
    return `Armed: ${choice.label.toLowerCase()}, for ${often === "every" ? "every matching request" : often}.`;
  }

  /** Empty where everything may be hit. */
  #match(): { method?: string; path?: string } {
    const collection = this.#collection.value;
    const verb = this.#verb.value;
    if (collection === ANY && verb === ANY) {
      return {};
    }
    const aimed = this.#candidates().filter(
      (endpoint) =>
        (collection === ANY || endpoint.collection === collection) && (verb === ANY || endpoint.verb === verb),
    );
    const methods = [...new Set(aimed.map(({ method }) => method))];
    const patterns = [...new Set(aimed.map(({ pattern }) => pattern))];
    const [method] = methods;
    return { ...(methods.length === 1 && method !== undefined ? { method } : {}), path: patterns.join("|") };
  }
}
