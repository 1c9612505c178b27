import { expect, it } from "vitest";
import type { Warning } from "../../../../provider/src/compute/warning";
import { ListSummary } from "../../../../provider/src/functions/call/listing";

const deprecated: Warning = { code: "DEPRECATED_RESOURCE_USED" };
const unreachable = (scope: string): Warning => ({ code: "UNREACHABLE", data: [{ key: "scope", value: scope }] });
const empty: Warning = { code: "NO_RESULTS_ON_PAGE" };

it.each<[what: string, warnings: Warning[], chosen: Warning]>([
  ["the first", [deprecated, { code: "CLEANUP_FAILED" }], deprecated],
  [
    "the one that says that items are missing, with all places",
    [deprecated, unreachable("a"), unreachable("b")],
    { ...unreachable("a"), data: ["a", "b"].map((value) => ({ key: "scope", value })) },
  ],
  ["the one of an empty page, if there is no other", [empty], empty],
  ["no empty page, if there is another", [empty, deprecated], deprecated],
])("the warning of a list is %s", (_what, warnings, chosen) => {
  const list = new ListSummary<string>({ warn: () => undefined, notice: () => undefined }, true);
  for (const warning of warnings) list.add({ items: [], warning } as unknown as Parameters<typeof list.add>[0]);
  expect(list.result().warning).toEqual(chosen);
});
