import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { typeToken } from "../../provider/src/names/typeToken";
import {
  global,
  group,
  mapNamed,
  policies,
  policy,
  proxies,
  proxy,
  references,
  role,
  theirGroup,
} from "../protocol/others";
import { project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";

const members = (name: string) => ({ bindings: [{ role, members: [`user:${name}@example.com`] }] });
const wholePolicy = "locations/global/firewallPolicies/200";
const routePath = `${global}/routes/r`;

/** The objects of others, before the stack. */
const others = {
  ...references,
  ...policies,
  [proxy]: { ...proxies[proxy], certificateMap: mapNamed("theirs") },
  [group]: theirGroup,
  [policy]: { shortName: "p", iamPolicy: { bindings: [] } },
  [wholePolicy]: { shortName: "q", iamPolicy: members("theirs") },
};

const declared = {
  FirewallPolicyIamMember: `{ firewallPolicy: "${policy}", role: "${role}", member: "user:ours@example.com" }`,
  FirewallPolicyIamBinding: `{ firewallPolicy: "${policy}", role: "roles/b", members: ["user:ours@example.com"] }`,
  FirewallPolicyIamPolicy: `{ firewallPolicy: "200", policyData: ${JSON.stringify(members("ours"))} }`,
  Route: `{ name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9", adoptExisting: true }`,
  NetworkFirewallPolicyAssociation: `{ name: "guard", attachmentTarget: "default", firewallPolicy: "a", adoptExisting: true }`,
  RegionInstanceGroupManagerPatch: `{ instanceGroupManager: "web", region: "us-central1", deletionPolicy: "RESTORE",
    updatePolicy: { maxSurge: { fixed: 7 } } }`,
  TargetSslProxyCertificateMap: `{ targetSslProxy: "mail", certificateMap: "m" }`,
};
const kinds = Object.keys(declared);

const program = (name: string) =>
  Object.entries(declared)
    .map(([kind, args]) => `new gce.${kind}("${kind}-${name}", ${args});`)
    .join("\n");

const target = (name: string) =>
  kinds.flatMap((kind) => ["--target", `urn:pulumi:dev::test-project::${typeToken(kind)}::${kind}-${name}`]);

const see = ({ objects }: Emulator) => ({
  route: objects.get(routePath)?.id,
  association: objects.get(`${global}/firewallPolicies/a`)?.associations,
  surge: objects.get(group)?.updatePolicy,
  map: objects.get(proxy)?.certificateMap,
  policy: objects.get(wholePolicy)?.iamPolicy,
  grants: objects.get(policy)?.iamPolicy,
});

const advice = "If the stack manages it under an older name too, a run with --target or --exclude can remove it";
/** The resources beside which the end of an output says it. */
function warned(output: string): string[] {
  const [, diagnostics = ""] = output.replaceAll(/\s+/g, " ").split("Diagnostics:");
  const said = diagnostics.split(/warning: gce:/).slice(1);
  return said.filter((text) => text.includes(advice)).map((text) => /^\w+/.exec(text)?.[0] ?? "");
}

it("a targeted rename warns once for each resource, and a plain up then keeps everything", async () => {
  const { emulator, stack } = await startRouteStack({ program: program("old"), config: { "gcp:project": project } });
  for (const [path, object] of Object.entries(others)) emulator.objects.put(path, { ...object });
  expect(warned(succeeded(await stack.up()))).toEqual([]);
  const before = see(emulator);

  stack.program(program("new"));
  const targeted = succeeded(await stack.up(...target("new")));
  expect(warned(targeted).sort(), targeted).toEqual([...kinds].sort());
  expect(targeted).toContain("rename with the option aliases");
  expect(stack.managed()).toHaveLength(2 * kinds.length);

  const plain = succeeded(await stack.up());
  expect(warned(plain)).toEqual([]);
  expect(stack.managed()).toHaveLength(kinds.length);
  expect(see(emulator)).toEqual(before);
  expect(warned(succeeded(await stack.up("--expect-no-changes")))).toEqual([]);
});

it("a rename in one run warns once for each resource at most, and not at all with aliases", async () => {
  const { emulator, stack } = await startRouteStack({ program: program("old") });
  for (const [path, object] of Object.entries(others)) emulator.objects.put(path, { ...object });
  succeeded(await stack.up());
  const before = see(emulator);
  const aliased = Object.entries(declared)
    .map(([kind, args]) => `new gce.${kind}("${kind}-aliased", ${args}, { aliases: [{ name: "${kind}-old" }] });`)
    .join("\n");
  stack.program(aliased);
  expect(warned(succeeded(await stack.up(...target("aliased"))))).toEqual([]);
  expect(stack.managed()).toHaveLength(kinds.length);

  stack.program(program("new"));
  const renamed = succeeded(await stack.up());
  expect(warned(renamed).sort()).toEqual([...kinds].sort());
  expect(see(emulator)).toEqual(before);
  expect(warned(succeeded(await stack.up("--expect-no-changes")))).toEqual([]);
});
