import * as gce from "pulumi-gce";
import type { FunctionName } from "../plan/names";
import { named } from "../plan/fixtures";
import type { Context } from "./kind";

/** Calls a function in a program, and says what is wrong with its result. */
type Trial = (context: Context) => Promise<string | undefined>;

const mirroringPriority = 1000;

export const functions: Readonly<Record<FunctionName, Trial>> = {
  async getNetworkProfiles({ service }) {
    const { networkProfiles } = await gce.getNetworkProfiles({ project: service.place.project });
    return unnamed(networkProfiles);
  },
  async getInterconnectRemoteLocations({ service }) {
    const { locations } = await gce.getInterconnectRemoteLocations({ project: service.place.project });
    return unnamed(locations);
  },
  async getManagedInstances({ service, made: { prefix } }) {
    const { region } = service.place;
    const { managedInstances } = await gce.getManagedInstances({
      instanceGroupManager: named(prefix, "group"),
      region,
    });
    const names = managedInstances.map(({ instance }) => instance?.replace(/^.*\//, "") ?? "");
    const isOurs = names.length === 1 && names[0]?.startsWith(prefix) === true;
    return isOurs ? undefined : `the group has one instance, and the answer has ${names.join(", ") || "none"}`;
  },
  async getNetworkFirewallPolicyPacketMirroringRule({ made: { prefix } }) {
    const rule = await gce.getNetworkFirewallPolicyPacketMirroringRule({
      firewallPolicy: named(prefix, "mirroring"),
      priority: mirroringPriority,
    });
    return rule.action === "do_not_mirror" ? undefined : `the action is ${String(rule.action)}, not do_not_mirror`;
  },
  async getOrganizationOperations({ service, made: { operations } }) {
    const parentId = service.place.parent ?? "";
    const list = await gce.getOrganizationOperations({ parentId });
    const { name } = operations.get("grants") ?? {};
    const isListed = list.operations.some((operation) => operation.name === name);
    return isListed
      ? undefined
      : `the operation ${String(name)}, which made a policy, is not among ${String(list.operations.length)}`;
  },
  async waitForRegionOperation({ service, made: { operations } }) {
    const operation = operations.get("subnetwork")?.name ?? "";
    const { status } = await gce.waitForRegionOperation({ operation, region: service.place.region });
    return status === "DONE" ? undefined : `the status is ${String(status)}, not DONE`;
  },
};

/** A catalogue of Google's own may be empty, and what is in it has names. */
function unnamed(items: readonly { readonly name?: string | undefined }[]): string | undefined {
  const index = items.findIndex(({ name }) => name === undefined || name === "");
  return index === -1 ? undefined : `item ${String(index)} has no name`;
}
