import type { ResourceValidationArgs, ResourceValidationPolicy } from "@pulumi/policy";
import { expect, it } from "vitest";
import { ownedSnapshot, taggedWayOut } from "../../../examples/policy-as-code/rules";

/*
 * The rules without the engine: `pulumi preview --policy-pack` starts a pack through the language host, and the one that is
 * built for these tests cannot do that yet. What the engine gives a rule is a type and properties, so do we.
 */

interface ResourceClass {
  isInstance(candidate: unknown): boolean;
}

/** The violations that a policy finds in a resource of that type. */
async function violations(policy: ResourceValidationPolicy, type: string, props: object): Promise<string[]> {
  const isType = (resourceClass: unknown) => (resourceClass as ResourceClass).isInstance({ __pulumiType: type });
  const args = {
    type,
    props,
    isType,
    notApplicable: () => {
      throw new Error("not applicable");
    },
  };
  const found: string[] = [];
  for (const validate of [policy.validateResource].flat())
    await validate?.(args as unknown as ResourceValidationArgs, (message) => found.push(message));
  return found;
}

const route = (props: object) => violations(taggedWayOut, "pulumi-nodejs:dynamic/gce:Route", props);
const snapshot = (props: object) => violations(ownedSnapshot, "pulumi-nodejs:dynamic/gce:Snapshot", props);

it.each(["0.0.0.0/0", "::/0", "0:0::0/0"])("a route to %s has to have tags", async (destRange) => {
  const message = `The route leads all instances to ${destRange}. Give it tags.`;
  expect(await route({ destRange })).toEqual([message]);
  expect(await route({ destRange, tags: [] })).toEqual([message]);
  expect(await route({ destRange, tags: ["web"] })).toEqual([]);
});

it.each(["10.0.0.0/8", "10.0.0.0/10", "2001:db8::/20"])("a route to %s needs no tags", async (destRange) => {
  expect(await route({ destRange })).toEqual([]);
});

it("a snapshot has to have an owner", async () => {
  const message = 'The snapshot has no owner. Give it a label: labels: { owner: "team-…" }.';
  expect(await snapshot({})).toEqual([message]);
  expect(await snapshot({ labels: { purpose: "x", owner: "" } })).toEqual([message]);
  expect(await snapshot({ labels: { owner: "team-storage" } })).toEqual([]);
});

it.each([taggedWayOut, ownedSnapshot])("$name stops a run, and leaves other resources alone", async (policy) => {
  expect(policy.enforcementLevel).toBe("mandatory");
  await expect(violations(policy, "gcp:compute/route:Route", { destRange: "0.0.0.0/0" })).rejects.toThrow(
    "not applicable",
  );
});
