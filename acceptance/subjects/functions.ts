import type * as gce from "pulumi-gce";
import { named } from "./fixtures";
import type { Run, Subject } from "./subject";

/** One function, with its arguments and the result that is right. */
export interface TriedFunction extends Subject {
  args(run: Run): object;
  isRight(result: FunctionResult, run: Run): boolean;
}

/** The members of results that are looked at. */
interface FunctionResult {
  readonly networkProfiles?: readonly Named[];
  readonly locations?: readonly Named[];
  readonly operations?: readonly Named[];
  readonly managedInstances?: readonly { readonly instance?: string }[];
  readonly action?: string;
  readonly status?: string;
}

interface Named {
  readonly name?: string;
}

/** The functions of the package: each has a form for Outputs. */
export type FunctionName = {
  [Name in keyof typeof gce]: `${Name}Output` extends keyof typeof gce ? Name : never;
}[keyof typeof gce];

export const functions: Readonly<Record<FunctionName, TriedFunction>> = {
  getNetworkProfiles: {
    fixtures: [],
    args: () => ({}),
    isRight: ({ networkProfiles }) => isNamed(networkProfiles),
  },
  getInterconnectRemoteLocations: {
    fixtures: [],
    args: () => ({}),
    isRight: ({ locations }) => isNamed(locations),
  },
  getManagedInstances: {
    fixtures: ["group"],
    args: ({ prefix, service }) => ({ instanceGroupManager: named(prefix, "group"), region: service.place.region }),
    isRight: ({ managedInstances = [] }, { prefix }) =>
      managedInstances.length === 1 && managedInstances[0]?.instance?.includes(`/${prefix}-`) === true,
  },
  getNetworkFirewallPolicyPacketMirroringRule: {
    fixtures: ["mirroring"],
    args: ({ prefix }) => ({ firewallPolicy: named(prefix, "mirroring"), priority: 1000 }),
    isRight: ({ action }) => action === "do_not_mirror",
  },
  getOrganizationOperations: {
    fixtures: ["grants"],
    needs: "--parent",
    args: ({ service }) => ({ parentId: service.place.parent }),
    isRight: ({ operations = [] }, run) => operations.some(({ name }) => name === run.operations.get("grants")?.name),
  },
  waitForRegionOperation: {
    fixtures: ["subnetwork"],
    args: ({ operations }) => ({ operation: operations.get("subnetwork")?.name }),
    isRight: ({ status }) => status === "DONE",
  },
};

/** A catalogue from Google may be empty, and what is in it has names. */
function isNamed(items: readonly Named[] | undefined): boolean {
  return items?.every(({ name = "" }) => name !== "") === true;
}
