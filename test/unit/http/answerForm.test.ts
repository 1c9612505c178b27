import { describe, expect, it } from "vitest";
import { deviationOf } from "../../../provider/src/http/answerForm";

const group = {
  name: "web",
  versions: [{ instanceTemplate: "t", targetSize: { fixed: 1, calculated: 1 } }],
  currentActions: { none: 3 },
  status: { isStable: true },
  somethingNew: { name: "may be anything" },
};

describe("an answer", () => {
  it.each<[what: string, answer: unknown]>([
    ["as documented", group],
    ["with an id as a number", { id: 5 }],
    ["with keys of the user's that are names of members", { labels: { status: "x", versions: "y" } }],
    ["with nothing", {}],
    ["that is none", undefined],
  ])("%s is in order", (_what, answer) => {
    expect(deviationOf(answer)).toBeUndefined();
  });

  it.each<[answer: unknown, words: string]>([
    [{ ...group, versions: {} }, "versions is an object, and the service documents a list of objects"],
    [{ ...group, versions: [null] }, "versions[0] is null, and the service documents an object"],
    [
      { ...group, versions: [{ targetSize: "3" }] },
      "versions[0].targetSize is a text, and the service documents a number or an object",
    ],
    [{ bindings: [{ members: ["a", 5] }] }, "bindings[0].members[1] is a number, and the service documents a text"],
    [{ labels: [] }, "labels is a list, and the service documents a map"],
    [{ name: true }, "name is true or false, and the service documents a text"],
  ])("%j is refused with the reason", (answer, words) => {
    expect(deviationOf(answer)).toBe(words);
  });
});
