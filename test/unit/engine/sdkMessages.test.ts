import { describe, expect, it } from "vitest";
import { extendSdk, urnOf, withDetails } from "../../../provider/src/engine/sdkMessages";

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
});

describe("the details of a difference", () => {
  const difference = { changes: true, replaces: [], deleteBeforeReplace: false };
  const details = {
    detailedDiff: { "labels.a": { kind: "ADD", replaces: true, fromInputs: true } },
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
});
