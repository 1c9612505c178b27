/** The element of the page with an id. The page and its modules come together, so a missing one is a mistake here. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`The page has no #${id}.`);
  }
  return element as T;
}

/** What an element is made with: attributes, and listeners under names that start with `on`. */
export type Attributes = Readonly<Record<string, string | ((event: Event) => void)>>;

/** Makes an element. Texts are only ever texts: nothing here can become markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "string") {
      element.setAttribute(name, value);
    } else {
      element.addEventListener(name.slice(2), value);
    }
  }
  element.append(...children);
  return element;
}

/** Sets a text only where it changed, so that a selection in it survives. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Sets an attribute, or takes it away. */
export function mark(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value);
  }
}

/** Fills a select with choices. */
export function setOptions(select: HTMLElement, options: readonly { value: string; label: string }[]): void {
  select.replaceChildren(...options.map(({ value, label }) => make("option", { value }, label)));
}

/** One row of a list, and a value that changes with what it shows. */
export interface Row {
  readonly key: string;
  readonly content: unknown;
  readonly element: () => HTMLElement;
}

/**
 * Shows rows in a list. A row that shows the same as before keeps its element, so that whoever is about to click on it
 * does, and keeps the focus.
 */
export function showRows(list: HTMLElement, rows: readonly Row[]): void {
  const existing = new Map([...list.children].map((child) => [(child as HTMLElement).dataset.row, child]));
  let next = list.firstElementChild;
  for (const { key, content, element } of rows) {
    const row = `${key} ${JSON.stringify(content)}`;
    const old = existing.get(row);
    existing.delete(row);
    if (old !== undefined && old === next) {
      next = old.nextElementSibling;
      continue;
    }
    const shown = old ?? element();
    (shown as HTMLElement).dataset.row = row;
    list.insertBefore(shown, next);
  }
  for (const gone of existing.values()) {
    gone.remove();
  }
  giveStop(list);
}

/** The arrow keys, Home and End go through the buttons of a list, which is one stop of the Tab key. */
export function addArrowKeys(list: HTMLElement): void {
  list.addEventListener("focusin", ({ target }) => {
    giveStop(list, target as HTMLElement);
  });
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const goals = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: buttons.length - 1 };
    const goal = buttons[goals[event.key as keyof typeof goals] ?? -1];
    if (goal !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      goal.focus();
    }
  });
}

function giveStop(list: HTMLElement, wanted = list.querySelector("button[tabindex='0']")): void {
  const buttons = [...list.querySelectorAll("button")];
  const stop = buttons.find((button) => button === wanted) ?? buttons[0];
  for (const button of buttons) {
    button.tabIndex = button === stop ? 0 : -1;
  }
}

/** Tells politely what happened, to the eyes and to a screen reader. */
export function announce(text: string): void {
  setText(byId("announcement"), text);
}

/** Sends a request to an admin path and gives the parsed answer. Fails with the emulator's own sentence. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/_emulator${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { error?: { message?: string } };
  if (!response.ok) {
    throw new Error(answer.error?.message ?? `The emulator answered ${String(response.status)}.`);
  }
  return answer;
}

/** Does what a person asked for, and tells them how it went. */
export async function perform(act: () => Promise<string>): Promise<void> {
  try {
    announce(await act());
  } catch (error) {
    announce(`That did not work: ${messageOf(error)}`);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads JSON that a person has typed. */
export function readJson(text: string, example: unknown): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`it has to be JSON, like ${JSON.stringify(example) ?? "null"}.`);
  }
}

/** The admin path of an object. */
export function objectPath(path: string): string {
  return `/objects/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** `14:03:27.041`, in the reader's own time zone. */
export function clockTime(ms: number): string {
  const date = new Date(ms);
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((value) => String(value).padStart(2, "0"));
  return `${clock.join(":")}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** `0.4 ms`, `27 ms`, `1.25 s`, `125 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) {
    return `${ms.toFixed(ms < 9.95 ? 1 : 0)} ms`;
  }
  return `${(ms / 1000).toFixed(ms < 99_995 ? 2 : 0)} s`;
}
