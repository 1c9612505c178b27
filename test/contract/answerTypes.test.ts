import { describe, expect, it } from "vitest";
import { ComputeProto } from "../support/computeProto";
import { SourceFile } from "../support/sourceDeclarations";

const proto = ComputeProto.load();

describe("the type of an answer has no member that the message lacks:", () => {
  it.each([
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiPolicy", "Policy", []],
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiBinding", "Binding", []],
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiCondition", "Expr", []],
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiAuditConfig", "AuditConfig", []],
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiAuditLogConfig", "AuditLogConfig", []],
    ["provider/src/compute/endpoints/routes.ts", "ApiRoute", "Route", []],
    [
      "provider/src/compute/endpoints/networkFirewallPolicies.ts",
      "ApiFirewallPolicyAssociation",
      "FirewallPolicyAssociation",
      [],
    ],
    ["provider/src/compute/endpoints/networkFirewallPolicies.ts", "ApiNetworkFirewallPolicy", "FirewallPolicy", []],
    ["provider/src/compute/endpoints/networks.ts", "ApiNetwork", "Network", []],
    [
      "provider/src/compute/endpoints/regionInstanceGroupManagers.ts",
      "ApiInstanceGroupManager",
      "InstanceGroupManager",
      [],
    ],
    ["provider/src/compute/endpoints/instanceGroupManagers.ts", "ApiManagedInstance", "ManagedInstance", []],
    ["provider/src/compute/endpoints/regionInstanceGroupManagers.ts", "ApiFixedOrPercent", "FixedOrPercent", []],
    ["provider/src/compute/endpoints/snapshots.ts", "ApiSnapshot", "Snapshot", []],
    ["provider/src/compute/endpoints/snapshots.ts", "ApiEncryptionKey", "CustomerEncryptionKey", []],
    ["provider/src/compute/endpoints/targetSslProxies.ts", "ApiTargetSslProxy", "TargetSslProxy", []],
    ["provider/src/compute/endpoints/operations.ts", "Operation", "Operation", []],
    ["provider/src/compute/warning.ts", "Warning", "Warning", []],
  ])("%s, %s", (file, interfaceName, message, differences: string[]) => {
    const fields = proto.fields(message);
    const members = new SourceFile(file).membersOf(interfaceName).map(({ name }) => name);
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter((name) => !(name in fields))).toEqual(differences);
  });
});
