import { expect, it } from "vitest";
import { extendSdk, readUrn } from "../../../provider/src/engine/dynamic/sdkMessages";

it("the URN of a request is unknown with an SDK that has another structure, which continues to work", () => {
  class UpdateRequest {
    getUrn() {
      return "urn:a";
    }
    getSomethingElse() {
      return { toJavaScript: () => ({ name: "r" }) };
    }
  }
  extendSdk({ UpdateRequest, CheckRequest: undefined, DiffRequest: {} });
  extendSdk(undefined);
  expect(readUrn(new UpdateRequest().getSomethingElse().toJavaScript())).toBe("");
});
