/** The element of the page with an id. The page and its modules come together, so a missing one is a mistake here. */
export function byId<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) {
    throw new Error(`The page has no #${id} of the expected kind.`);
  }
  return element;
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

/** Fills a select with choices, and keeps the choice where it is still one. */
export function setOptions(select: HTMLSelectElement, options: readonly { value: string; label: string }[]): void {
  const { value } = select;
  select.replaceChildren(...options.map((option) => make("option", { value: option.value }, option.label)));
  if (options.some((option) => option.value === value)) {
    select.value = value;
  }
}

/** Tells politely what happened, to the eyes and to a screen reader. */
export function announce(text: string): void {
  setText(byId("announcement", HTMLElement), text);
}
