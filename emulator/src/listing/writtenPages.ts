import { WrittenJson, type JsonObject } from "../json";
import type { Page } from "./list";

/**
 * The bodies of pages as they went over the wire, so that a list which is walked again costs its sending only: with a
 * hundred thousand items it would otherwise be the writing of JSON that a client's speed is measured against.
 */
export class WrittenPages {
  readonly #limitBytes: number;
  readonly #bodies = new Map<Page, WrittenJson>();
  #bytes = 0;

  constructor(limitBytes = 256 * 2 ** 20) {
    this.#limitBytes = limitBytes;
  }

  /** The body of a page, written when it is first asked for. When they grow too many the oldest are given up. */
  body(page: Page, render: () => JsonObject): WrittenJson {
    const kept = this.#bodies.get(page);
    if (kept !== undefined) {
      return kept;
    }
    const body = new WrittenJson(render());
    this.#bodies.set(page, body);
    this.#bytes += body.bytes.length;
    for (const [oldest, { bytes }] of this.#bodies) {
      if (this.#bytes <= this.#limitBytes) {
        break;
      }
      this.#bodies.delete(oldest);
      this.#bytes -= bytes.length;
    }
    return body;
  }

  clear(): void {
    this.#bodies.clear();
    this.#bytes = 0;
  }
}
