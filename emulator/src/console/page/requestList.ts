import { byId, make, setText } from "./dom.js";
import { ask, perform } from "./emulator.js";
import { clockTime, duration, isProblem, statusText, withoutProject } from "./format.js";
import type { RequestLine } from "./messages.js";
import { indexIn, type Model } from "./model.js";

/** Height of a line in pixels, as the style sheet has it. */
const LINE = 24;
/** Lines beyond the edges, so that scrolling does not show gaps. */
const OVERSCAN = 10;

/**
 * The request log, newest first. Only the lines that can be seen are elements of the page, so ten thousand cost no more
 * than fifty; a screen reader is told the real number by `aria-setsize`.
 */
export class RequestList {
  readonly #list = byId("requests", HTMLElement);
  readonly #filter = byId("requests-filter", HTMLInputElement);
  readonly #problems = byId("requests-problems", HTMLInputElement);
  readonly #paused = byId("requests-paused", HTMLInputElement);
  readonly #space = make("div", { class: "space", role: "presentation" });
  readonly #choose: (sequence: number) => void;
  /** The lines that pass the filter, oldest first. */
  #lines: readonly RequestLine[] = [];
  /** Those that are elements now. */
  #elements = new Map<RequestLine, HTMLElement>();
  #model: Model | undefined;
  #chosen: number | undefined;

  /** `choose`: told the number of the request that a person wants to see. */
  constructor(choose: (sequence: number) => void) {
    this.#choose = choose;
    this.#list.append(this.#space);
    for (const control of [this.#filter, this.#problems, this.#paused]) {
      control.addEventListener("input", () => {
        this.#collect();
      });
    }
    byId("requests-clear", HTMLButtonElement).addEventListener("click", () => {
      void perform(async () => {
        await ask("DELETE", "/requests");
        return "The request log is empty.";
      });
    });
    this.#list.addEventListener("scroll", () => {
      this.#draw();
    });
    new ResizeObserver(() => {
      this.#draw();
    }).observe(this.#list);
    this.#list.addEventListener("keydown", (event) => {
      this.#onKey(event);
    });
    this.#list.addEventListener("click", ({ target }) => {
      const line = target instanceof Element ? target.closest<HTMLElement>("[data-sequence]") : null;
      if (line !== null) {
        this.#select(Number(line.dataset.sequence));
      }
    });
  }

  render(model: Model): void {
    this.#model = model;
    if (this.#paused.checked) {
      this.#count();
    } else {
      this.#collect();
    }
  }

  /** Takes the mark away, when the details show something else. */
  unmark(): void {
    this.#chosen = undefined;
    this.#draw();
  }

  #collect(): void {
    const wanted = this.#filter.value.trim().toLowerCase();
    const all = this.#model?.requests ?? [];
    const problemsOnly = this.#problems.checked;
    const newestBefore = this.#lines.at(-1)?.sequence ?? 0;
    this.#lines =
      wanted === "" && !problemsOnly
        ? all
        : all.filter((line) => (!problemsOnly || isProblem(line)) && textOf(line).includes(wanted));
    this.#count();
    this.#space.style.height = `${String(this.#lines.length * LINE)}px`;
    // Whoever has scrolled away from the top goes on seeing the same lines.
    if (this.#list.scrollTop > 0 && newestBefore > 0) {
      const added = this.#lines.length - 1 - this.#lines.findLastIndex(({ sequence }) => sequence <= newestBefore);
      this.#list.scrollTop += added * LINE;
    }
    this.#draw();
  }

  #count(): void {
    const all = this.#model?.requests.length ?? 0;
    const shown = this.#lines.length;
    setText(byId("requests-count", HTMLElement), shown === all ? String(all) : `${String(shown)} of ${String(all)}`);
  }

  /**
   * Puts an element under every line that can be seen. A line that was there before keeps its element, so that whoever
   * is about to click on it does.
   */
  #draw(): void {
    const { scrollTop, clientHeight } = this.#list;
    const total = this.#lines.length;
    const first = Math.max(0, Math.floor(scrollTop / LINE) - OVERSCAN);
    const last = Math.min(total, Math.ceil((scrollTop + clientHeight) / LINE) + OVERSCAN);
    const elements = new Map<RequestLine, HTMLElement>();
    for (let position = first; position < last; position += 1) {
      const line = this.#lines[total - 1 - position];
      if (line !== undefined) {
        const element = this.#elements.get(line) ?? elementOf(line);
        this.#place(element, line.sequence, position, total);
        elements.set(line, element);
      }
    }
    for (const [line, element] of this.#elements) {
      if (!elements.has(line)) {
        element.remove();
      }
    }
    this.#elements = elements;
    let next = this.#space.nextSibling;
    for (const element of elements.values()) {
      if (element === next) {
        next = next.nextSibling;
      } else {
        this.#list.insertBefore(element, next);
      }
    }
    const isSeen = [...elements.keys()].some(({ sequence }) => sequence === this.#chosen);
    if (isSeen) {
      this.#list.setAttribute("aria-activedescendant", `request-${String(this.#chosen)}`);
    } else {
      this.#list.removeAttribute("aria-activedescendant");
    }
  }

  #place(element: HTMLElement, sequence: number, position: number, total: number): void {
    element.ariaSelected = String(sequence === this.#chosen);
    element.ariaPosInSet = String(position + 1);
    element.ariaSetSize = String(total);
    element.style.transform = `translateY(${String(position * LINE)}px)`;
  }

  #onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.#list.clientHeight / LINE) - 1);
    const total = this.#lines.length;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -total,
      End: total,
    };
    const step = steps[event.key];
    if (step === undefined || total === 0 || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    const index = this.#chosen === undefined ? -1 : indexIn(this.#lines, this.#chosen);
    const from = index === -1 ? -1 : total - 1 - index;
    const position = Math.min(total - 1, Math.max(0, from + step));
    const line = this.#lines[total - 1 - position];
    if (line === undefined) {
      return;
    }
    const { scrollTop, clientHeight } = this.#list;
    if (position * LINE < scrollTop) {
      this.#list.scrollTop = position * LINE;
    } else if ((position + 1) * LINE > scrollTop + clientHeight) {
      this.#list.scrollTop = (position + 1) * LINE - clientHeight;
    }
    this.#select(line.sequence);
  }

  #select(sequence: number): void {
    this.#chosen = sequence;
    this.#draw();
    this.#choose(sequence);
  }
}

function elementOf(line: RequestLine): HTMLElement {
  const { sequence, startedAt, method, url, tookMs, fault } = line;
  return make(
    "div",
    {
      class: "line",
      role: "option",
      id: `request-${String(sequence)}`,
      "data-sequence": String(sequence),
      "data-tone": isProblem(line) ? "bad" : line.status === undefined ? "open" : "good",
    },
    make("span", { class: "time" }, clockTime(startedAt)),
    make("span", {}, method),
    make("span", { title: url }, withoutProject(url)),
    make("span", { class: "fault" }, fault ?? ""),
    make("span", { class: "status" }, statusText(line)),
    make("span", { class: "took" }, tookMs === undefined ? "" : duration(tookMs)),
  );
}

function textOf(line: RequestLine): string {
  return `${line.method} ${line.url} ${statusText(line)} ${line.fault ?? ""}`.toLowerCase();
}
