import { byId, make, setText } from "./dom.js";
import { ask } from "./emulator.js";
import type { ObjectDetail, RequestDetail, Update } from "./messages.js";
import { describeObject } from "./objectDetail.js";
import { describeRequest } from "./requestDetail.js";

type Subject = { readonly object: string } | { readonly request: number };

/** The panel that shows one request or one object. */
export class DetailPanel {
  readonly #body = byId("detail-body", HTMLElement);
  readonly #title = byId("detail-title", HTMLElement);
  #subject: Subject | undefined;
  #shown = "";

  /** Shows a request or an object from now on. */
  show(subject: Subject): void {
    this.#subject = subject;
    void this.#load();
  }

  /** Shows the newest state, when the message is about what is shown. */
  update({ fresh, objects, requests }: Update): void {
    const subject = this.#subject;
    const isConcerned =
      subject !== undefined &&
      ("object" in subject
        ? objects.some(({ path }) => path === subject.object)
        : requests.some(({ sequence }) => sequence === subject.request));
    if (fresh || isConcerned) {
      void this.#load();
    }
  }

  async #load(): Promise<void> {
    const subject = this.#subject;
    if (subject === undefined) {
      return;
    }
    const isObject = "object" in subject;
    let detail: ObjectDetail | RequestDetail;
    try {
      detail = isObject
        ? await ask<ObjectDetail>("GET", `/console/object?path=${encodeURIComponent(subject.object)}`)
        : await ask<RequestDetail>("GET", `/console/request?sequence=${String(subject.request)}`);
    } catch (error) {
      if (this.#subject === subject) {
        this.#shown = "";
        this.#body.replaceChildren(
          make("p", { class: "note" }, error instanceof Error ? error.message : String(error)),
        );
      }
      return;
    }
    const picture = JSON.stringify(detail);
    // The person may have chosen something else while the answer was on its way.
    if (this.#subject !== subject || picture === this.#shown) {
      return;
    }
    this.#shown = picture;
    setText(this.#title, "path" in detail ? "Resource" : `Request ${String(detail.sequence)}`);
    this.#body.replaceChildren(...("path" in detail ? describeObject(detail) : describeRequest(detail)));
  }
}
