import { describe, expect, it } from "vitest";
import { everyKind, nameOf } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import { declared, captureFailure, project } from "../support/routeProvider";
import { disk, disks } from "./others";
import { answers } from "./userMessages/rows";

/** The remedy, by kind: a constraint, and the argument that is about it. */
const mended: Readonly<Record<string, readonly [constraint: string, argument: string]>> = {
  Snapshot: ["gcp.resourceLocations", "storageLocations"],
  RegionInstanceGroupManagerPatch: ["compute.vmExternalIpAccess", "instanceTemplate"],
  FirewallPolicyIamBinding: ["iam.allowedPolicyMemberDomains", "members"],
  FirewallPolicyIamMember: ["iam.managed.allowedPolicyMembers", "member"],
  FirewallPolicyIamPolicy: ["iam.allowedPolicyMemberDomains", "policyData"],
};

const words = (constraint: string) => `Constraint constraints/${constraint} violated for projects/${project}.`;

describe("what a policy of the organization forbids", () => {
  it.each(everyKind.map((kind) => [nameOf(kind), kind.plain] as const))(
    "is asked for once by a %s, and the message says what mends it",
    async (kind, { arrange, args, change }) => {
      const [constraint, argument] = mended[kind] ?? ["custom.tidy", undefined];
      const advice = argument
        ? `The constraint ${constraint} of the organization forbids the request, whatever permissions the caller has. Give \`${argument}\` a value that it allows`
        : `The constraint ${constraint} of the organization forbids the request, whatever permissions the caller has. Ask its administrator`;
      const { emulator, provider, inputs } = await startKindProvider(kind);
      arrange?.(emulator, project, 1);
      const refuse = () => {
        emulator.clearRequests();
        for (const method of ["POST", "PATCH", "DELETE"])
          answers(412, "conditionNotMet", words(constraint), { method })(emulator);
      };
      const mutations = () => emulator.requests().filter(({ method }) => method !== "GET");
      const program = await inputs(args(0));
      refuse();
      expect((await captureFailure(provider.create(program))).message.replace(/\s+/g, " ")).toContain(advice);
      expect(mutations()).toHaveLength(1);
      emulator.clearFaults();
      if (change === undefined) return;

      const { id, outs } = await provider.create(program);
      const { inputs: changed } = await provider.check(program, declared(kind, { ...args(0), ...change }));
      refuse();
      expect((await captureFailure(provider.update(id, outs, changed))).message.replace(/\s+/g, " ")).toContain(advice);
      expect(mutations()).toHaveLength(1);
    },
  );

  it("is told of the end of an operation alike", async () => {
    const { emulator, provider, inputs } = await startKindProvider("Snapshot", { others: disks });
    emulator.fault({
      fault: {
        kind: "operationError",
        errors: [
          { code: "CONDITION_NOT_MET", message: "Location EU violates constraint constraints/gcp.resourceLocations" },
        ],
      },
    });
    const { message } = await captureFailure(provider.create(await inputs({ name: "s", sourceDisk: disk })));
    expect(message).toContain("Give `storageLocations` a value that it allows");
  });
});
