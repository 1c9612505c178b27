/**
 * Makes the items of a list one stop of the Tab key: the arrows, Home and End go through them. An item is an element with
 * a `data-key`: the heading of a group (`summary`), or one of the group's rows.
 */
export class RovingFocus {
  readonly #root: HTMLElement;
  #key: string | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    root.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLElement && target.dataset.key !== undefined) {
        this.#key = target.dataset.key;
        this.#mark();
      }
    });
    root.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#onKey(event.key)) {
        event.preventDefault();
      }
    });
  }

  /** Replaces what the list shows, and keeps the focus on the item that has it. */
  replace(...elements: readonly HTMLElement[]): void {
    const hadFocus = this.#root.contains(document.activeElement);
    this.#root.replaceChildren(...elements);
    const stop = this.#mark();
    if (hadFocus) {
      stop?.focus({ preventScroll: true });
    }
  }

  /** Gives the item that the Tab key stops at. */
  #mark(): HTMLElement | undefined {
    const items = this.#items();
    const stop = items.find(({ dataset }) => dataset.key === this.#key) ?? items[0];
    for (const item of items) {
      item.tabIndex = item === stop ? 0 : -1;
    }
    return stop;
  }

  #items(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>("[data-key]")];
  }

  #onKey(key: string): boolean {
    const items = this.#items();
    const at = items.findIndex((item) => item === document.activeElement);
    const [item] = items.slice(at, at + 1);
    if (at === -1 || item === undefined) {
      return false;
    }
    const group = item.closest("details");
    switch (key) {
      case "ArrowDown":
        items[at + 1]?.focus();
        return true;
      case "ArrowUp":
        items[at - 1]?.focus();
        return true;
      case "Home":
        items[0]?.focus();
        return true;
      case "End":
        items.at(-1)?.focus();
        return true;
      case "ArrowRight":
        return this.#turn(item, group, true);
      case "ArrowLeft":
        return this.#turn(item, group, false);
      default:
        return false;
    }
  }

  /** Opens or closes the group of a heading; from an item of the group the left arrow goes to its heading. */
  #turn(item: HTMLElement, group: HTMLDetailsElement | null, open: boolean): boolean {
    if (item.tagName !== "SUMMARY") {
      if (!open) {
        group?.querySelector("summary")?.focus();
      }
    } else if (group !== null && group.open !== open) {
      item.click();
    }
    return true;
  }
}
