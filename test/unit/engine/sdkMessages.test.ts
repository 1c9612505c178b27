import { describe, expect, it } from "vitest";
import {
  extendSdk,
  randomSeedOf,
  recordedInputsOf,
  urnOf,
  withDetails,
} from "../../../provider/src/engine/sdkMessages";

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
  it("is known for the properties of the request", () => {
    const CreateRequest = requestType("getProperties");
    extendSdk({ CreateRequest });
    const properties = new CreateRequest("urn:a", { name: "r" }).getProperties?.()?.toJavaScript();
    expect(properties).toEqual({ name: "r" });
    expect(urnOf(properties ?? {})).toBe("urn:a");
    expect(urnOf({ name: "r" })).toBe("");
  });

  it("is unknown with an SDK that has another structure, which continues to work", () => {
    const UpdateRequest = requestType("getSomethingElse");
    extendSdk({ UpdateRequest, CheckRequest: undefined, DiffRequest: {} });
    extendSdk(undefined);
    const taken = new UpdateRequest("urn:a", { name: "r" }).getSomethingElse?.()?.toJavaScript();
    expect(urnOf(taken ?? {})).toBe("");
  });

  it("leaves a request without properties as it is", () => {
    const DeleteRequest = requestType("getProperties");
    extendSdk({ DeleteRequest });
    expect(new DeleteRequest("urn:a").getProperties?.()).toBeUndefined();
  });
});

describe("the recorded inputs of a request", () => {
  it("are those that the engine sends with a read or a diff, and not known otherwise", () => {
    const recorded = { toJavaScript: () => ({ network: "default" }) };
    for (const [name, getter, inputs] of [
      ["ReadRequest", "getProperties", "getInputs"],
      ["DiffRequest", "getNews", "getOldInputs"],
    ] as const) {
      const Request = requestType(getter);
      extendSdk({ [name]: Request });
      const taken = () => new Request("urn:a", { name: "r" })[getter]?.()?.toJavaScript() ?? {};
      expect(recordedInputsOf(taken())).toBeUndefined();
      Object.assign(Request.prototype as object, { [inputs]: () => recorded });
      expect(recordedInputsOf(taken())).toEqual({ network: "default" });
    }
    expect(recordedInputsOf({ name: "r" })).toBeUndefined();
  });
});

describe("the random seed of a request", () => {
  /** Requests with this seed. */
  function seeded(seed: readonly number[]) {
    const CheckRequest = requestType("getNews");
    Object.assign(CheckRequest.prototype as object, { getRandomseed_asU8: () => Uint8Array.from(seed) });
    return CheckRequest;
  }

  it("is that of the check whose properties these are, and not known without one", () => {
    const CheckRequest = seeded([1, 2]);
    extendSdk({ CheckRequest });
    const news = new CheckRequest("urn:a", { name: "r" }).getNews?.()?.toJavaScript() ?? {};
    expect(randomSeedOf(news)).toEqual(Uint8Array.of(1, 2));
    expect(randomSeedOf({ name: "other" })).toBeUndefined();
  });

  it("is found for the one check whose properties were taken before the SDK was extended", () => {
    const CheckRequest = seeded([3]);
    const [first, second] = ["r", "s"].map((name) => new CheckRequest("urn:a", { name }));
    const news = { ...first?.getNews?.()?.toJavaScript() };
    extendSdk({ CheckRequest });
    expect(randomSeedOf(news)).toEqual(Uint8Array.of(3));
    expect(randomSeedOf({ ...second?.getNews?.()?.toJavaScript() })).toBeUndefined();
  });

  it("is not known where the engine or the SDK has none", () => {
    const CheckRequest = seeded([]);
    extendSdk({ CheckRequest });
    expect(randomSeedOf(new CheckRequest("urn:a", { name: "r" }).getNews?.()?.toJavaScript() ?? {})).toBeUndefined();
    extendSdk(undefined);
    expect(randomSeedOf({ name: "r" })).toBeUndefined();
  });
});

describe("the details of a difference", () => {
  const difference = { changes: true, replaces: [], deleteBeforeReplace: false };
  const details = {
    shown: { "labels.a": { kind: "ADD", replaces: true, fromInputs: true } },
    paths: ["labels", "labels.a"],
    deletesFirst: true,
  } as const;

  function sdk() {
    class DiffResponse {
      readonly sent: unknown[] = [];
      readonly map = new Map<string, object>();
      setChanges(changes: unknown) {
        this.sent.push({ changes });
      }
      setDeletebeforereplace(first: boolean) {
        this.sent.push({ first });
      }
      setDiffsList(paths: readonly string[]) {
        this.sent.push({ paths });
      }
      setHasdetaileddiff(has: boolean) {
        this.sent.push({ has });
      }
      getDetaileddiffMap() {
        return this.map;
      }
    }
    class PropertyDiff {
      static readonly Kind = { ADD: 0, ADD_REPLACE: 1 };
      readonly sent: unknown[] = [];
      setKind(kind: number) {
        this.sent.push(kind);
      }
      setInputdiff(isInputs: boolean) {
        this.sent.push(isInputs);
      }
    }
    return { DiffResponse, PropertyDiff };
  }

  it("belong only to the answer that the SDK's server makes from it", () => {
    const messages = sdk();
    extendSdk(messages);
    const answers = [withDetails(difference, details), difference, withDetails(difference, undefined)].map((result) => {
      const answer = new messages.DiffResponse();
      answer.setChanges(result.changes);
      return answer;
    });
    expect(answers[0]?.sent).toEqual([{ first: true }, { paths: details.paths }, { has: true }, { changes: true }]);
    expect([...(answers[0]?.map ?? [])]).toEqual([["labels.a", { sent: [1, true] }]]);
    for (const answer of answers.slice(1)) expect(answer.sent).toEqual([{ changes: true }]);
  });

  it("change nothing of an SDK that is made in another way", () => {
    const { DiffResponse } = sdk();
    const { setChanges } = DiffResponse.prototype;
    extendSdk({ DiffResponse });
    expect(DiffResponse.prototype.setChanges).toBe(setChanges);
    expect({ ...withDetails(difference, details) }).toEqual(difference);
  });
});
