import { describe, expect, it } from "vitest";
import { sameValue } from "../../../provider/src/fields/kind";
import { setKind } from "../../../provider/src/fields/collections";
import { context, networkKind, root } from "../../support/kindCases";

describe("a list of links by number and by name", () => {
  const kind = setKind(networkKind);
  const url = (name: string) => `${root}/projects/my-project/global/networks/${name}`;

  it("is the same when each has a partner, whichever comes first", () => {
    expect(sameValue(kind, [url("n"), url("m")], ["12", "n"], context)).toBe(true);
    expect(sameValue(kind, [url("m"), url("n")], ["n", "12"], context)).toBe(true);
    expect(sameValue(kind, [url("m"), url("o")], ["n", "12"], context)).toBe(false);
  });
});
