import { describe, expect, it } from "vitest";
import { authorNamed, newRequestId } from "../../../provider/src/compute/requestId";
import { unrecorded, type OwnChange } from "../../../provider/src/parts/ownChanges";

const authors = { a: authorNamed("a"), b: authorNamed("b") };

/** A change by that resource at that time. */
function change(author: keyof typeof authors, begunMs: number, putsBack = false): OwnChange {
  return { requestId: newRequestId("stack", "path", authors[author]), begunMs, putsBack };
}

const [first, second, third] = [change("a", 1), change("a", 2), change("a", 3)];
const [other, latest] = [change("b", 2), change("b", 4)];
const [back, backLate] = [change("a", 2, true), change("a", 9, true)];

describe("changes of this stack that no record knows", () => {
  it.each<
    [what: string, changes: readonly OwnChange[], recorded: readonly OwnChange[], expected: readonly OwnChange[]]
  >([
    ["are none where there are none", [], [first], []],
    ["are all where nothing is recorded", [first, other], [], [first, other]],
    ["are those that are newer than the recorded one", [first, second, third], [second], [third]],
    ["are none if the newest of each resource is recorded", [first, second, other, latest], [second, latest], []],
    ["are not older for a newer one of another resource", [first, latest], [latest], [first]],
    ["are all if the recorded one is no longer listed", [second, third], [first], [second, third]],
    ["are none that the end of the resource has put back", [first, back], [], []],
    ["are those after the end of the resource", [first, back, third], [], [third]],
    ["are not those of another resource that ends", [other, backLate], [], [other]],
  ])("%s", (_what, changes, recorded, expected) => {
    const records = recorded.map(({ requestId }) => ({ __request: requestId }));
    expect(unrecorded(changes, records)).toEqual(expected);
  });
});
