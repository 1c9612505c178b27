import { byId, make, setText } from "./dom.js";
import { ask } from "./emulator.js";
import { splitName } from "./format.js";
import type { KindLine } from "./messages.js";
import type { Model } from "./model.js";
import { RovingFocus } from "./roving.js";

/** How many objects of a kind are shown at once; the filter finds the others. */
const ROWS = 200;
/** A kind with more objects than this is closed until somebody opens it. */
const OPEN_ROWS = 20;

/** The objects by kind. */
export class ResourceList {
  readonly #root = byId("resources", HTMLElement);
  readonly #filter = byId("resources-filter", HTMLInputElement);
  readonly #focus = new RovingFocus(this.#root);
  /** The kinds that a person has opened (true) or closed. */
  readonly #turned = new Map<string, boolean>();
  readonly #choose: (path: string) => void;
  readonly #showsAll = byId("resources-all", HTMLInputElement);
  /** Every kind that the emulator serves, once somebody has asked for them. */
  #kinds: readonly string[] = [];
  #model: Model | undefined;
  #chosen: string | undefined;
  #shown = "";

  /** `choose`: told the path of the object that a person wants to see. */
  constructor(choose: (path: string) => void) {
    this.#choose = choose;
    this.#filter.addEventListener("input", () => {
      this.#draw();
    });
    this.#showsAll.addEventListener("change", () => {
      void this.#askKinds();
    });
  }

  render(model: Model): void {
    this.#model = model;
    this.#draw();
  }

  /** Marks the object whose details are shown. */
  mark(path: string | undefined): void {
    this.#chosen = path;
    this.#draw();
  }

  /** They are asked for when they are to be shown: the emulator then reads what it serves by its description. */
  async #askKinds(): Promise<void> {
    if (this.#kinds.length === 0) {
      const { kinds } = await ask<{ kinds: KindLine[] }>("GET", "/console/kinds");
      this.#kinds = kinds.map(({ kind }) => kind);
    }
    this.#draw();
  }

  #draw(): void {
    const objects = this.#model?.objects ?? new Map<string, string>();
    setText(byId("resources-count", HTMLElement), String(objects.size));
    const wanted = this.#filter.value.trim().toLowerCase();
    const isWanted = (text: string) => wanted === "" || text.toLowerCase().includes(wanted);
    const empty = this.#showsAll.checked ? this.#kinds.filter(isWanted) : [];
    const byKind = new Map<string, string[]>(empty.map((kind) => [kind, []]));
    for (const [path, kind] of objects) {
      if (isWanted(path)) {
        const paths = byKind.get(kind) ?? [];
        paths.push(path);
        byKind.set(kind, paths);
      }
    }
    // Drawn anew only when something is different: the focus and the reader's place stay where they are.
    const picture = JSON.stringify([[...byKind], this.#chosen, [...this.#turned]]);
    if (picture === this.#shown) {
      return;
    }
    this.#shown = picture;
    const groups = [...byKind].sort(([a], [b]) => a.localeCompare(b)).map(([kind, paths]) => this.#group(kind, paths));
    this.#focus.replace(
      ...(groups.length === 0
        ? [make("p", { class: "note" }, wanted === "" ? "Nothing yet." : "Nothing matches the filter.")]
        : groups),
    );
  }

  /** A closed group has no rows: a page with thousands of elements is slow. */
  #group(kind: string, paths: string[]): HTMLElement {
    const isChosen = this.#chosen !== undefined && paths.includes(this.#chosen);
    const isOpen = this.#turned.get(kind) ?? (paths.length <= OPEN_ROWS || isChosen);
    const shown = isOpen ? paths.sort().slice(0, ROWS) : [];
    const summary = make(
      "summary",
      {
        "data-key": `kind ${kind}`,
        onclick: () => {
          this.#turned.set(kind, !isOpen);
          this.#draw();
        },
      },
      `${kind} `,
      make("span", { class: "count" }, String(paths.length)),
    );
    return make(
      "details",
      isOpen ? { open: "" } : {},
      summary,
      make("ul", {}, ...shown.map((path) => make("li", {}, this.#button(path)))),
      ...(isOpen && paths.length > ROWS
        ? [make("p", { class: "note" }, `${String(paths.length - ROWS)} more: narrow them down with the filter.`)]
        : []),
    );
  }

  #button(path: string): HTMLElement {
    const { place, name } = splitName(path);
    return make(
      "button",
      {
        type: "button",
        class: "object",
        "data-key": path,
        "aria-current": String(path === this.#chosen),
        onclick: () => {
          this.#choose(path);
        },
      },
      name,
      " ",
      make("small", {}, place),
    );
  }
}
