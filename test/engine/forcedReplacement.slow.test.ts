import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
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
import { failed, startRouteStack, succeeded } from "../support/routeStack";

const grants = (member: string) => ({ bindings: [{ role, members: [`user:${member}@example.com`] }] });
const binding = "locations/global/firewallPolicies/200";

/** The objects of others, before and after. */
const others = {
  ...references,
  ...policies,
  [proxy]: { ...proxies[proxy], certificateMap: mapNamed("theirs") },
  [group]: theirGroup,
  [policy]: { shortName: "p", iamPolicy: grants("theirs") },
  [binding]: { shortName: "q" },
};

const program = (trigger: number) => `
  const options = { replacementTrigger: ${String(trigger)} };
  const group = { instanceGroupManager: "web", region: "us-central1", deletionPolicy: "RESTORE" };
  new gce.RegionInstanceGroupManagerPatch("patch", { ...group, updatePolicy: { maxSurge: { fixed: 7 } } }, options);
  new gce.TargetSslProxyCertificateMap("map", { targetSslProxy: "mail", certificateMap: "m" }, options);
  new gce.FirewallPolicyIamPolicy("policy",
    { firewallPolicy: "${policy}", policyData: ${JSON.stringify(grants("ours"))} }, options);
  new gce.FirewallPolicyIamBinding("binding",
    { firewallPolicy: "200", role: "${role}", members: ["user:ours@example.com"] }, options);
  new gce.NetworkFirewallPolicyAssociation("association",
    { name: "guard", attachmentTarget: "default", firewallPolicy: "a", adoptExisting: true }, options);`;

const see = ({ objects }: Emulator) => ({
  surge: objects.get(group)?.updatePolicy,
  map: objects.get(proxy)?.certificateMap,
  policy: objects.get(policy)?.iamPolicy,
  binding: objects.get(binding)?.iamPolicy,
  association: objects.get(`${global}/firewallPolicies/a`)?.associations,
});
const set = {
  surge: { maxSurge: { fixed: 7 } },
  map: mapNamed("m"),
  policy: grants("ours"),
  binding: grants("ours"),
  association: [{ name: "guard" }],
};

it("a replacement that Pulumi decides on keeps what was there before, also after one that failed", async () => {
  const { emulator, stack } = await startRouteStack({ program: program(1) });
  for (const [path, object] of Object.entries(others)) emulator.objects.put(path, { ...object });
  succeeded(await stack.up());
  const urns = stack.managed().map(({ urn }) => urn);

  emulator.clearRequests();
  stack.program(program(2));
  succeeded(await stack.up());
  for (const urn of urns) succeeded(await stack.pulumi(["state", "taint", "--yes", urn]));
  succeeded(await stack.up());
  succeeded(await stack.up(...urns.flatMap((urn) => ["--target-replace", urn])));
  expect(see(emulator)).toMatchObject(set);
  // Nothing is put back or removed in between.
  const sent = emulator.requests().filter(({ method, path }) => method !== "GET" && !path.endsWith("/wait"));
  expect(new Set(sent.map(({ path }) => path.replace(/^.*\//, "")))).toEqual(new Set(["setCertificateMap"]));
  const printed = stack.printed.join("\n");
  expect(printed).not.toMatch(/not known|is unknown|earlier run|declares another resource/);

  stack.program(program(3));
  emulator.fault({
    match: { path: "/(instanceGroupManagers/web|targetSslProxies/mail|setIamPolicy|getIamPolicy)$" },
    times: "always",
    fault: { kind: "status", status: 403, reason: "forbidden", message: "no" },
  });
  failed(await stack.up("--continue-on-error"));
  emulator.clearFaults();
  succeeded(await stack.up());
  succeeded(await stack.destroy("--run-program"));
  expect(see(emulator)).toMatchObject({
    surge: { maxSurge: { fixed: 4 } },
    map: mapNamed("theirs"),
    policy: grants("theirs"),
  });
  expect([see(emulator).association ?? [], stack.managed()]).toEqual([[], []]);
});

it("a replacement under a fixed name says which option it needs, and ends well with it", async () => {
  const route = (trigger: number, options = "", name = "r") => `new gce.Route("${name}",
    { name: "fixed", network: "default", nextHopIp: "10.0.0.9", destRange: "10.1.0.0/16" },
    { replacementTrigger: ${String(trigger)}, ${options} });`;
  const { stack, expectSame } = await startRouteStack({ program: route(1) });
  succeeded(await stack.up());
  stack.program(route(2));
  const refusal = failed(await stack.up()).replaceAll(/\s+/g, " ");
  expect(refusal).toContain("If this run replaces the resource, set the option deleteBeforeReplace: true.");
  stack.program(route(2, "deleteBeforeReplace: true"));
  succeeded(await stack.up());
  expectSame();
  // The engine deletes the old one under the name that the alias has changed.
  stack.program(route(3, 'deleteBeforeReplace: true, aliases: [{ name: "r" }]', "renamed"));
  succeeded(await stack.up());
  expectSame();
  expect(stack.managed().map(({ id }) => id)).toEqual([`projects/${project}/global/routes/fixed`]);
});
