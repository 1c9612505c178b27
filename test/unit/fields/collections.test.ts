import { describe, expect, it } from "vitest";
import { sameValue } from "../../../provider/src/fields/kind";
import { setKind } from "../../../provider/src/fields/collections";
import { context, networkKind, root } from "../../support/kindCases";

describe("a list of links by the number and the id of a project", () => {
  const kind = setKind(networkKind);
  const url = (project: string) => `${root}/projects/${project}/global/networks/n`;

  it("is the same when each has a partner, whichever comes first", () => {
    expect(sameValue(kind, [url("b"), url("a")], [url("12"), url("b")], context)).toBe(true);
    expect(sameValue(kind, [url("a"), url("b")], [url("b"), url("12")], context)).toBe(true);
    expect(sameValue(kind, [url("a"), url("c")], [url("b"), url("12")], context)).toBe(false);
  });
});
