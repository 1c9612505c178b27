import { expect, it } from "vitest";
import { everyKind, emulatorOptions, nameOf } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { extendedFolder } from "../support/extendedPackage";
import type { Properties } from "../support/providerProcess";
import { startRouteStack, succeeded } from "../support/routeStack";

/** What the engine does with the next program of each kind. */
const steps: Readonly<Record<string, "update" | "replace">> = {
  Address: "replace",
  FirewallPolicyIamBinding: "update",
  FirewallPolicyIamMember: "replace",
  FirewallPolicyIamPolicy: "update",
  NetworkFirewallPolicyAssociation: "update",
  RegionInstanceGroupManagerPatch: "update",
  Route: "replace",
  Snapshot: "update",
  TargetSslProxyCertificateMap: "update",
};

const declare = (argumentsOf: (kind: TestedKind) => Properties) =>
  everyKind
    .map((kind) => `new gce.${nameOf(kind)}("${nameOf(kind)}", ${JSON.stringify(argumentsOf(kind))});`)
    .join("\n");

it("a resource of each kind is made, left alone, changed, found changed by others, mended, and removed", async () => {
  const { emulator, stack } = await startRouteStack({
    program: declare(({ subject }) => subject.program),
    parent: extendedFolder,
    emulator: emulatorOptions(),
    config: { "gcp:region": "us-central1" },
  });
  /** What the service has of each kind, without what is new after every change. */
  const there = () =>
    Object.fromEntries(
      everyKind.map((kind) => [nameOf(kind), kind.subject.paths.map((path) => lasting(emulator.objects.get(path)))]),
    );
  const isEachOther = (left: ReturnType<typeof there>, right: ReturnType<typeof there>) =>
    everyKind.map(nameOf).filter((name) => JSON.stringify(left[name]) === JSON.stringify(right[name]));
  for (const { subject } of everyKind) subject.seed(emulator);
  const before = there();

  succeeded(await stack.up());
  expect(stack.managed()).toHaveLength(everyKind.length);
  const made = there();
  expect(isEachOther(made, before)).toEqual([]);

  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  stack.program(declare(({ subject }) => subject.next));
  const preview = JSON.parse(succeeded(await stack.preview("--json"))) as { steps: { op: string; urn: string }[] };
  const planned = preview.steps.filter(({ op }) => ["update", "replace"].includes(op));
  expect(Object.fromEntries(planned.map(({ op, urn }) => [urn.replace(/^.*::/, ""), op]))).toEqual(steps);
  succeeded(await stack.up());
  const changed = there();
  expect(isEachOther(changed, made)).toEqual([]);

  // Somebody else deletes the objects, and makes anew those of which we manage a part.
  for (const { subject } of everyKind) {
    if (subject.makes === "an object") for (const path of subject.paths) emulator.objects.delete(path);
    subject.seed(emulator);
  }
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
