import { expect, it } from "vitest";
import { everyKind, emulatorOptions, nameOf } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { extendedFolder } from "../support/extendedPackage";
import { project } from "../support/routeProvider";
import type { Properties } from "../support/providerProcess";
import { startRouteStack, succeeded } from "../support/routeStack";

const bob = "user:bob@example.com";

/** A change of the program of each kind, and what the engine does with it. */
const changes: Readonly<Record<string, readonly [op: "update" | "replace", change: Properties]>> = {
  Address: ["replace", { description: "ours too" }],
  FirewallPolicyIamBinding: ["update", { members: [bob] }],
  FirewallPolicyIamMember: ["replace", { member: bob }],
  FirewallPolicyIamPolicy: ["update", { policyData: { bindings: [{ role: "roles/viewer", members: [bob] }] } }],
  NetworkFirewallPolicyAssociation: ["update", { firewallPolicy: `projects/${project}/global/firewallPolicies/b` }],
  RegionInstanceGroupManagerPatch: ["update", { description: "ours too" }],
  Route: ["replace", { description: "ours too" }],
  Snapshot: ["update", { labels: { env: "prod" } }],
  TargetSslProxyCertificateMap: ["update", { certificateMap: "projects/p/locations/global/certificateMaps/n" }],
};

const declare = (changeOf: (kind: TestedKind) => Properties | undefined) =>
  everyKind
    .map((kind) => [nameOf(kind), JSON.stringify({ ...kind.fullProgram, ...changeOf(kind) })] as const)
    .map(([name, args]) => `new gce.${name}("${name}", ${args});\n`)
    .join("");

/** Where the service has what a kind makes or changes. */
const pathOf = ({ calls }: TestedKind) => calls[0]?.path ?? "";

function seed(emulator: Parameters<TestedKind["calls"][number]["seed"]>[0]): void {
  for (const { calls } of everyKind) calls[0]?.seed(emulator);
}

it("a resource of each kind is made, left alone, changed, found changed by others, mended, and removed", async () => {
  const { emulator, stack } = await startRouteStack({
    program: declare(() => undefined),
    parent: extendedFolder,
    emulator: emulatorOptions(),
    config: { "gcp:region": "us-central1" },
  });
  /** What the service has of each kind. */
  const there = () =>
    Object.fromEntries(everyKind.map((kind) => [nameOf(kind), lasting(emulator.objects.get(pathOf(kind)))]));
  const isAlike = (left: ReturnType<typeof there>, right: ReturnType<typeof there>) =>
    everyKind.map(nameOf).filter((name) => JSON.stringify(left[name]) === JSON.stringify(right[name]));
  seed(emulator);
  const before = there();

  succeeded(await stack.up());
  expect(stack.managed()).toHaveLength(everyKind.length);
  const made = there();
  expect(isAlike(made, before)).toEqual([]);

  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  stack.program(declare((kind) => changes[nameOf(kind)]?.[1]));
  const preview = JSON.parse(succeeded(await stack.preview("--json"))) as { steps: { op: string; urn: string }[] };
  const planned = preview.steps.filter(({ op }) => ["update", "replace"].includes(op));
  expect(Object.fromEntries(planned.map(({ op, urn }) => [urn.replace(/^.*::/, ""), op]))).toEqual(
    Object.fromEntries(Object.entries(changes).map(([name, [op]]) => [name, op])),
  );
  succeeded(await stack.up());
  const changed = there();
  expect(isAlike(changed, made)).toEqual([]);

  // Somebody else deletes the objects, and makes anew those of which we manage a part.
  for (const kind of everyKind) if (kind.sample !== undefined) emulator.objects.delete(pathOf(kind));
  seed(emulator);
  succeeded(await stack.refresh());
  succeeded(await stack.up());
  expect(there()).toEqual(changed);

  succeeded(await stack.destroy());
  expect(stack.managed()).toEqual([]);
  expect(there()).toEqual(before);
});

/** An object without its number, its times, and what becomes of it by itself. */
function lasting(object: Readonly<Record<string, unknown>> | undefined): unknown {
  if (object === undefined) return undefined;
  const own = /^(id|etag|creationTimestamp|status|currentActions|\w*[fF]ingerprint)$/;
  return JSON.parse(JSON.stringify(object, (key, value: unknown) => (own.test(key) ? undefined : value)));
}
