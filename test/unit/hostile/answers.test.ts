import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import type { CallContext, ComputeClient, ComputeRequest } from "../../../provider/src/http/client";
import { DeadlinePassedError } from "../../../provider/src/http/errors/deadlineError";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/definition";
import { check } from "../../../provider/src/lifecycle/check";
import { identityOf } from "../../../provider/src/lifecycle/fieldTable";
import { PartialFailure, ResourceFailure } from "../../../provider/src/lifecycle/failure";
import { create } from "../../../provider/src/lifecycle/create";
import { read } from "../../../provider/src/lifecycle/read";
import { remove } from "../../../provider/src/lifecycle/remove";
import { update } from "../../../provider/src/lifecycle/update";
import type { Resource } from "../../../provider/src/lifecycle/resource";
import type { Values } from "../../../provider/src/fields/values";
import { everyResource } from "../../support/everyResource";
import { hostileJson } from "../../support/hostileValues";
import { offlineResource } from "../../support/offlineResource";

const policy = "projects/my-project/global/firewallPolicies/f";
const organizationPolicy = "locations/global/firewallPolicies/1";
const alice = "user:alice@example.com";

/** Arguments that check accepts, and a change of them. */
const programs: Record<keyof typeof everyResource, [before: Values, after: Values]> = {
  Route: [
    { name: "r", network: "default", destRange: "10.0.0.0/8", nextHopIp: "10.0.0.1" },
    { name: "r", network: "default", destRange: "10.0.0.0/8", nextHopIp: "10.0.0.1", deletionPolicy: "DELETE" },
  ],
  Snapshot: [
    { name: "s", sourceDisk: "projects/my-project/zones/us-central1-a/disks/d", labels: { a: "b" } },
    { name: "s", sourceDisk: "projects/my-project/zones/us-central1-a/disks/d", labels: { a: "c" } },
  ],
  FirewallPolicyIamBinding: [
    { firewallPolicy: organizationPolicy, role: "roles/viewer", members: [alice] },
    { firewallPolicy: organizationPolicy, role: "roles/viewer", members: [alice, "allUsers"] },
  ],
  FirewallPolicyIamMember: [
    { firewallPolicy: organizationPolicy, role: "roles/viewer", member: alice },
    { firewallPolicy: organizationPolicy, role: "roles/viewer", member: alice },
  ],
  FirewallPolicyIamPolicy: [
    { firewallPolicy: organizationPolicy, policyData: { bindings: [{ role: "roles/viewer", members: [alice] }] } },
    { firewallPolicy: organizationPolicy, policyData: { bindings: [] } },
  ],
  NetworkFirewallPolicyAssociation: [
    { firewallPolicy: policy, attachmentTarget: "default", name: "a" },
    { firewallPolicy: `${policy}2`, attachmentTarget: "default", name: "b" },
  ],
  TargetSslProxyCertificateMap: [
    { targetSslProxy: "t", certificateMap: "m" },
    { targetSslProxy: "t", certificateMap: "n" },
  ],
  RegionInstanceGroupManagerPatch: [
    { instanceGroupManager: "g", updatePolicy: { type: "PROACTIVE" }, waitForInstances: "STABLE" },
    { instanceGroupManager: "g", versions: [{ instanceTemplate: "t" }], waitForInstances: "UPDATED" },
  ],
};

/** Members of answers, with values that would be right; the lie is to put something else in their place. */
const members: Record<string, unknown> = {
  name: "operation-1",
  status: "DONE",
  error: { errors: [{ code: "X", errorDetails: [{ help: { links: [{ url: "u" }] } }] }] },
  zone: "https://www.googleapis.com/compute/v1/projects/p/zones/z",
  region: "https://www.googleapis.com/compute/v1/projects/p/regions/r",
  warnings: [{ code: "W", message: "m", data: [{ key: "k", value: "v" }] }],
  httpErrorStatusCode: 400,
  progress: 50,
  id: "1",
  selfLink: "https://www.googleapis.com/compute/v1/projects/my-project/global/routes/r",
  bindings: [{ role: "roles/viewer", members: [alice], condition: { expression: "true", title: "t" } }],
  auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "ADMIN_READ", exemptedMembers: [alice] }] }],
  etag: "e",
  version: 3,
  associations: [{ name: "a", attachmentTarget: "projects/my-project/global/networks/default" }],
  attachmentTarget: "projects/my-project/global/networks/default",
  firewallPolicy: `https://www.googleapis.com/compute/v1/${policy}`,
  fingerprint: "f",
  versions: [{ instanceTemplate: "t", targetSize: { fixed: 1 } }],
  updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: 1 } },
  targetSize: 3,
  currentActions: { none: 3 },
  labels: { a: "b" },
  labelFingerprint: "l",
  snapshotEncryptionKey: { kmsKeyName: "k", sha256: "s" },
  storageLocations: ["us"],
  certificateMap: "//certificatemanager.googleapis.com/projects/my-project/locations/global/certificateMaps/m",
  items: [{ name: "x", clientOperationId: "y" }],
  managedInstances: [{ instance: "i", lastAttempt: { errors: { errors: [{ code: "E" }] } } }],
  nextPageToken: "n",
  tags: ["a"],
  network: "default",
  nextHopIp: "10.0.0.1",
  asPaths: [{ asLists: [1] }],
};

/** An answer that is an object, as the client makes sure, and in which anything else may be wrong. */
const lie = fc
  .record(
    Object.fromEntries(
      Object.entries(members).map(([name, right]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: hostileJson }),
      ]),
    ),
    { requiredKeys: [] },
  )
  .map((answer): Values => ({ ...answer }));

/** The resource with a service that gives one lie after the other, and then the last one again. */
function liedTo(definition: ResourceDefinition, lies: readonly Values[]): Resource {
  let asked = 0;
  const request = async ({ action }: ComputeRequest, { deadline, onAnswer }: CallContext) => {
    asked += 1;
    // The way there and back.
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (deadline.passed) throw new DeadlinePassedError(action, deadline.allowedMs);
    const answer = structuredClone(lies[Math.min(asked, lies.length) - 1]);
    if (answer !== undefined) onAnswer?.(action, answer, 0);
    return answer;
  };
  return { ...offlineResource(definition), client: () => ({ request }) as unknown as ComputeClient };
}

/** What a step may do: succeed, or fail in words. */
async function succeedsOrFailsInWords(step: () => Promise<unknown>): Promise<Values | undefined> {
  try {
    const result = await step();
    expect(containsUndefined(result)).toBe(false);
    return result as Values | undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ResourceFailure);
    const { message } = error as ResourceFailure;
    expect(message).toMatch(/^gce:/);
    expect(message.split("\n")[0]).not.toMatch(/Cannot |is not a|not iterable|undefined|\[object/);
    // Whoever lies is to blame, and not this package.
    expect(message).not.toContain("itself is at fault");
    if (error instanceof PartialFailure) {
      expect(containsUndefined(error.properties)).toBe(false);
      return { outs: error.properties };
    }
    return undefined;
  }
}

function containsUndefined(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((member) => member === undefined || containsUndefined(member));
}

const hurry = { create: "30ms", update: "30ms", delete: "30ms" };

describe.each(Object.entries<ResourceDefinition>(everyResource))("%s, answered with lies", (kind, definition) => {
  const [before, after] = programs[kind as keyof typeof everyResource];
  const inputsOf = (args: Values) => {
    const { inputs, failures } = check(offlineResource(definition), {}, { ...args, __timeouts: hurry });
    expect(failures).toEqual([]);
    return inputs;
  };

  it("goes through its life, or stops with an error in words", async () => {
    const [inputs, changed] = [inputsOf(before), inputsOf(after)];
    await fc.assert(
      fc.asyncProperty(fc.array(lie, { minLength: 1, maxLength: 6 }), async (lies) => {
        const resource = liedTo(definition, lies);
        const made = await succeedsOrFailsInWords(() => create(resource, inputs));
        const outs = (made?.outs ?? inputs) as Values;
        const id =
          typeof made?.id === "string"
            ? made.id
            : definition.path(identityOf(definition, inputs, offlineResource(definition).links));
        await succeedsOrFailsInWords(() => read(liedTo(definition, lies), id, outs));
        await succeedsOrFailsInWords(() => update(liedTo(definition, lies), id, outs, changed));
        await succeedsOrFailsInWords(() => remove(liedTo(definition, lies), id, outs));
      }),
      { numRuns: runs(25), endOnFailure: true },
    );
  }, 120_000);
});
