import { describe, expect, it } from "vitest";
import { extendSdk, urnOf } from "../../../provider/src/engine/sdkMessages";

/** A message of the SDK, as far as it matters. */
function requestType(getter: string) {
  class Request {
    constructor(
      readonly urn: string,
      readonly values: object | undefined,
    ) {}
    getUrn() {
      return this.urn;
    }
  }
  Object.assign(Request.prototype, {
    [getter](this: Request) {
      const { values } = this;
      return values && { toJavaScript: () => values };
    },
  });
  return Request as unknown as new (
    urn: string,
    values?: object,
  ) => Record<string, () => { toJavaScript(): object } | undefined>;
}

describe("the URN of a request", () => {
  it("is unknown with an SDK that has another structure, which continues to work", () => {
    const UpdateRequest = requestType("getSomethingElse");
    extendSdk({ UpdateRequest, CheckRequest: undefined, DiffRequest: {} });
    extendSdk(undefined);
    const taken = new UpdateRequest("urn:a", { name: "r" }).getSomethingElse?.()?.toJavaScript();
    expect(urnOf(taken ?? {})).toBe("");
  });
});
