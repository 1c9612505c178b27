import { expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { startPlugin } from "../../support/pluginProcess";
import type { Properties } from "../../support/providerProcess";
import { group, references, template, theirGroup } from "../others";

async function start() {
  const others = { ...references, [group]: theirGroup };
  const { provider, inputs } = await startPlugin({ kind: "RegionInstanceGroupManagerPatch", others });
  return { provider, inputs: (args: Properties) => inputs({ instanceGroupManager: "web", ...args }) };
}

const ours = { description: "ours", updatePolicy: { maxSurge: { fixed: 7 }, type: "PROACTIVE" } };
const labels = (values: Properties) => ({ allInstancesConfig: { properties: { labels: values } } });

it.each([
  ["another member", ours, { ...ours, targetPools: [] }, []],
  ["a member less", ours, { description: "ours" }, []],
  ["no member less, but another value", ours, { ...ours, description: "yours" }, []],
  ["a key that is to go", labels({ a: "b" }), labels({ a: "b", c: null }), []],
  [
    "the long form of a template",
    { instanceTemplate: template("two") },
    { versions: [{ instanceTemplate: template("two") }] },
    [],
  ],
  ["a member that it ignores", { description: "ours" }, ours, ["updatePolicy.type"]],
  ["a member that it ignores from now on", ours, { ...ours, description: "yours" }, ["updatePolicy"]],
  ["nothing else", ours, ours, []],
] as const)("a preview knows the managed fields of a program that gets %s", async (_title, first, then, ignored) => {
  const { provider, inputs } = await start();
  const before = await inputs(first);
  const { outs: previewed } = await provider.create(before, (request) => request.setPreview(true));
  const { id, outs } = await provider.create(before);
  expect(previewed.managedFields).toEqual(outs.managedFields);
  const after = await inputs(then);
  const update = (isPreview: boolean) =>
    provider.update(id, outs, after, (request) => request.setPreview(isPreview).setIgnorechangesList([...ignored]));
  const { outs: shown } = await update(true);
  expect(shown.managedFields).toEqual((await update(false)).outs.managedFields);
});

it.each([
  ["an item", { versions: [{ instanceTemplate: unknownValue }] }, ["versions"]],
  ["a value that may turn out to be absent", { description: "ours", targetSize: unknownValue }, unknownValue],
  ["members", { description: "ours", updatePolicy: unknownValue }, unknownValue],
  ["a key of a map", labels({ a: unknownValue, b: "c" }), unknownValue],
])("a preview that does not know %s says of the managed fields what is certain", async (_title, args, shown) => {
  const { provider, inputs } = await start();
  const { outs } = await provider.create(await inputs(args), (request) => request.setPreview(true));
  expect(outs.managedFields).toEqual(shown);
});
