import { announce, byId, make, setOptions, setText } from "./dom.js";
import { ask, objectPath } from "./emulator.js";
import type { KindLine } from "./messages.js";

/** What the places of a path are called at first; the name of an object is for the person to choose. */
const PLACES: Readonly<Record<string, string>> = {
  project: "my-project",
  region: "us-central1",
  zone: "us-central1-a",
};

/** The dialog that makes an object, as if others had made it. */
export class MakeDialog {
  readonly #show: (path: string) => void;
  readonly #dialog = byId("make-dialog", HTMLDialogElement);
  readonly #kind = byId("make-kind", HTMLSelectElement);
  #kinds: readonly KindLine[] = [];
  readonly #places = byId("make-places", HTMLElement);
  /** What a person has typed for each place, so that another kind begins with it. */
  readonly #typed = new Map<string, string>();
  readonly #body = byId("make-body", HTMLTextAreaElement);
  readonly #problem = byId("make-problem", HTMLElement);

  /** `show`: told the path of the object that was made. */
  constructor(show: (path: string) => void) {
    this.#show = show;
    byId("make", HTMLButtonElement).addEventListener("click", () => {
      void this.#open();
    });
    byId("make-cancel", HTMLButtonElement).addEventListener("click", () => {
      this.#dialog.close();
    });
    this.#kind.addEventListener("change", () => {
      this.#showKind();
    });
    byId("make-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#make();
    });
  }

  async #open(): Promise<void> {
    setText(this.#problem, "");
    if (this.#kinds.length === 0) {
      const { kinds } = await ask<{ kinds: KindLine[] }>("GET", "/console/kinds");
      this.#kinds = [...kinds].sort((a, b) => a.kind.localeCompare(b.kind));
      setOptions(
        this.#kind,
        this.#kinds.map(({ kind, path }) => ({ value: path, label: kind })),
      );
      this.#showKind();
    }
    this.#dialog.showModal();
  }

  #showKind(): void {
    const line = this.#kinds.find(({ path }) => path === this.#kind.value);
    const variables = [...(line?.path ?? "").matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
    this.#places.replaceChildren(
      ...variables.map((name) => {
        const input = make("input", { name, autocomplete: "off", required: "", spellcheck: "false" });
        input.value = this.#typed.get(name) ?? PLACES[name] ?? "";
        input.addEventListener("input", () => {
          this.#typed.set(name, input.value);
        });
        return make("label", { class: "field" }, `${inWords(name)} `, input);
      }),
    );
    setText(byId("make-fields", HTMLElement), `It can have: ${line?.fields.join(", ") ?? ""}.`);
  }

  async #make(): Promise<void> {
    const values = [...this.#places.querySelectorAll("input")].map(({ value }) => value.trim());
    const path = this.#kind.value.replace(/\{[^}]+\}/g, () => values.shift() ?? "");
    try {
      await ask<unknown>("PUT", objectPath(path), readBody(this.#body.value));
    } catch (error) {
      setText(this.#problem, error instanceof Error ? error.message : String(error));
      return;
    }
    this.#dialog.close();
    announce(`${path} exists now.`);
    this.#show(path);
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('The content has to be JSON, like { "description": "mine" }.');
  }
}

/** `instanceGroupManager` as `Instance group manager`. */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
