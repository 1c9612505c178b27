import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { startRouteStack, succeeded } from "../support/routeStack";

interface Wishes {
  range: string;
  label: string;
  policy: string;
  surge: number;
}

/** One resource of each kind, each after the one before, so that the text has one order. */
const program = ({ range, label, policy, surge }: Wishes) => `
let last = [];
const declare = (Kind, name, args) => { last = [new Kind(name, args, { dependsOn: last })]; };
const route = { network: "default", destRange: "${range}", nextHopGateway: "default-internet-gateway" };
declare(gce.Snapshot, "snapshot", { name: "s", sourceDisk: "d", zone: "z", labels: { env: "${label}" } });
declare(gce.NetworkFirewallPolicyAssociation, "association", { name: "a", firewallPolicy: "${policy}", attachmentTarget: "default" });
declare(gce.TargetSslProxyCertificateMap, "map", {
  targetSslProxy: "x",
  certificateMap: "//certificatemanager.googleapis.com/projects/my-project/locations/global/certificateMaps/${policy}",
});
declare(gce.FirewallPolicyIamBinding, "binding", { firewallPolicy: "123", role: "roles/editor", members: ["user:${label}@example.com"] });
declare(gce.FirewallPolicyIamPolicy, "policy", {
  firewallPolicy: "456",
  policyData: { bindings: [{ role: "roles/editor", members: ["user:${label}@example.com"] }] },
});
declare(gce.RegionInstanceGroupManagerPatch, "patch", {
  instanceGroupManager: "g",
  region: "europe-west1",
  updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: ${String(surge)} } },
});
declare(gce.Route, "fixed", { name: "fixed", ...route });
declare(gce.Route, "auto", route);
declare(gce.FirewallPolicyIamMember, "member", { firewallPolicy: "123", role: "roles/viewer", member: "user:${label}@example.com" });
`;

function seed({ objects }: Emulator): void {
  objects.put("projects/my-project/zones/z/disks/d", { sizeGb: "10" });
  for (const name of ["one", "two"]) objects.put(`projects/my-project/global/firewallPolicies/${name}`, {});
  objects.put("projects/my-project/global/targetSslProxies/x", {});
  for (const id of ["123", "456"]) objects.put(`locations/global/firewallPolicies/${id}`, {});
  objects.put("projects/my-project/regions/europe-west1/instanceGroupManagers/g", {
    targetSize: 2,
    baseInstanceName: "g",
    instanceTemplate: "https://www.googleapis.com/compute/v1/projects/my-project/global/instanceTemplates/t1",
  });
}

/** The text without what is another in every run. */
function normalised(output: string): string {
  return (
    output
      // How long the engine takes.
      .replaceAll(/^@ .*\n/gm, "")
      .replaceAll(/auto-[0-9a-f]{7}/g, "auto-RANDOM")
      .replaceAll(/(numericId\s*: )"\d+"/g, '$1"NUMBER"')
      .replaceAll(/(creationTimestamp\s*: )"[^"]+"/g, '$1"TIME"')
      .replaceAll(/[ \t]+$/gm, "")
  );
}

it("reads well in a preview, whatever is made, changed and replaced", async () => {
  const { emulator, stack } = await startRouteStack({
    program: program({ range: "10.0.0.0/8", label: "dev", policy: "one", surge: 3 }),
  });
  seed(emulator);
  const made = succeeded(await stack.preview("--diff"));
  await expect(normalised(made)).toMatchFileSnapshot("golden/preview-create.txt");
  succeeded(await stack.up());
  stack.program(program({ range: "10.1.0.0/16", label: "prod", policy: "two", surge: 4 }));
  const changed = succeeded(await stack.preview("--diff"));
  await expect(normalised(changed)).toMatchFileSnapshot("golden/preview-change.txt");
  // Our texts have no colours of their own: the CLI's are the only ones, and it knows whether they are wanted.
  const plain = await stack.pulumi(["preview", "--diff", "--non-interactive"], { NO_COLOR: "1" });
  expect(succeeded(plain)).not.toContain("\u001b");
});

it("shows progress and warnings in the row of the resource, and the link and the duration at its end", async () => {
  const { emulator, stack } = await startRouteStack({
    emulator: { latency: { byType: { insert: 12_000 } } },
    program: `
class Group extends pulumi.ComponentResource {
  constructor(name) {
    super("my:Group", name);
    new gce.Route("inner", { name: "inner", network: "default", destRange: "10.0.0.0/8", nextHopGateway: "default-internet-gateway" }, { parent: this });
  }
}
new Group("group");
`,
  });
  emulator.fault({
    match: { operationType: "insert" },
    fault: { kind: "operationWarnings", warnings: [{ code: "DEPRECATED_RESOURCE_USED", message: "old" }] },
  });
  const output = succeeded(await stack.up());
  expect(output).toMatch(/gce:Route inner creating \(\d+s\) insert is running at the service, \d+s of at most 20m/);
  expect(output).toContain('gce:Route (inner):\n    warning: gce:Route "inner": DEPRECATED_RESOURCE_USED: old\n');
  expect(output).not.toMatch(/pulumi:pulumi:Stack.*(insert is running|warning)/);
  // Said once in the diagnostics, however many rows showed it.
  expect(output.slice(output.indexOf("Diagnostics:")).match(/DEPRECATED_RESOURCE_USED/g)).toHaveLength(1);

  emulator.latency({ byType: { insert: 7_000 } });
  stack.program(
    'new gce.Route("plain", { name: "plain", network: "default", destRange: "10.1.0.0/16", nextHopGateway: "default-internet-gateway" });',
  );
  expect(succeeded(await stack.up())).toMatch(
    /gce:Route plain created \(\d+s\) https:\/\/www\.googleapis\.com\/compute\/v1\/projects\/my-project\/global\/routes\/plain/,
  );
});
