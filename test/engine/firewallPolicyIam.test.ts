import { expect, it } from "vitest";
import { exampleProgram } from "../support/example";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

const policyPath = "locations/global/firewallPolicies/123456789";
const otherPath = "locations/global/firewallPolicies/987654321";
const urlOf = (path: string) => `https://www.googleapis.com/compute/v1/${path}`;
const role = "roles/compute.viewer";
const [alice, carol] = ["user:alice@example.com", "user:carol@example.com"];

interface Policy {
  bindings?: { role: string; members: string[]; condition?: object }[];
  auditConfigs?: object[];
}

/** What is somebody else's in the policy, and has to stay just as it is. */
const theirs: Policy = {
  bindings: [
    { role: "roles/compute.securityAdmin", members: ["group:security@example.com"] },
    { role, members: [carol], condition: { expression: "true", title: "theirs" } },
  ],
  auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "ADMIN_READ", exemptedMembers: [carol] }] }],
};

const binding = (args: string, name = "b") =>
  `new gce.FirewallPolicyIamBinding("${name}", { firewallPolicy: "${policyPath}", ${args} });\n`;

async function start(program: string, iamPolicy: Policy = theirs, config: Record<string, string> = {}) {
  const { emulator, stack } = await startRouteStack({ program, config });
  emulator.objects.put(policyPath, { iamPolicy: { ...iamPolicy } });
  emulator.objects.put(otherPath, { iamPolicy: { ...iamPolicy } });
  return {
    emulator,
    stack,
    policy: (path = policyPath) => (emulator.objects.get(path)?.iamPolicy ?? {}) as Policy,
    put: (policy: Policy) => emulator.objects.patch(policyPath, { iamPolicy: { ...policy } }),
    ids: () =>
      stack
        .managed()
        .map(({ id }) => id)
        .sort(),
    sets: () => emulator.requests().filter(({ method }) => method === "POST").length,
  };
}

it("applies the example, leaves it alone, and destroys everything that it created", async () => {
  const { emulator, stack, policy, ids } = await start(exampleProgram("firewall-policy-iam"), theirs, {
    "test-project:firewallPolicy": policyPath,
    "test-project:quarantinePolicy": urlOf(otherPath),
    "test-project:adminGroups": '["network-admins@example.com","Seconds@Example.com"]',
    "test-project:auditor": "auditor@example.com",
  });
  succeeded(await stack.up());
  const admins = {
    role: "roles/compute.orgFirewallPolicyAdmin",
    members: ["group:network-admins@example.com", "group:seconds@example.com"],
  };
  expect(policy().bindings).toHaveLength(4);
  expect(policy().bindings).toEqual(expect.arrayContaining([...(theirs.bindings ?? []), admins]));
  expect(policy().bindings).toContainEqual({
    role,
    members: ["user:auditor@example.com"],
    condition: {
      title: "audit 2030",
      description: "Ends with the audit",
      expression: "request.time < timestamp('2030-07-01T00:00:00Z')",
    },
  });
  expect(policy().auditConfigs).toEqual(theirs.auditConfigs);
  expect(policy(otherPath)).toMatchObject({
    bindings: [admins],
    auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }, { logType: "DATA_WRITE" }] }],
  });
  expect(ids()).toEqual([
    `${policyPath}/${admins.role}`,
    expect.stringMatching(/\/roles\/compute\.viewer\/user:auditor@example\.com\/audit%202030~[0-9a-f]{10}$/),
    otherPath,
  ]);
  expect(await stack.outputs()).toMatchObject({ adminMembers: admins.members, auditorRole: role });
  // What is put back is a secret of the one who set it.
  expect(stack.stateText()).toContain("previousPolicyData");
  expect(stack.stateText()).not.toContain(carol);

  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);
  succeeded(await stack.refresh("--expect-no-changes"));

  succeeded(await stack.destroy());
  for (const path of [policyPath, otherPath]) expect(policy(path)).toMatchObject(theirs);
  expect(policy().bindings).toHaveLength(2);
  expect(stack.managed()).toEqual([]);
  expect(stack.printed.join("\n")).not.toContain(carol);
});

it("reads grants and policies that it does not manage, under both forms of their ids, and leaves them there", async () => {
  const reads = [
    ["Binding", `${policyPath}/roles/compute.securityAdmin`, "members"],
    ["Binding", "123456789 roles/compute.securityAdmin", "members"],
    ["Binding", `${urlOf(policyPath)} ${role} theirs`, "members"],
    ["Member", `${policyPath}/${role}/${carol}/theirs`, "member"],
    ["Member", `123456789 ${role} ${carol} theirs`, "member"],
    ["Policy", policyPath, "policyData"],
    ["Policy", "123456789", "policyData"],
  ];
  const { emulator, stack, policy } = await start(
    `${JSON.stringify(reads)}.forEach(([kind, id, shown], n) => { exports["r" + n] = gce["FirewallPolicyIam" + kind].get("r" + n, id)[shown]; });`,
  );
  succeeded(await stack.up());
  const admins = ["group:security@example.com"];
  expect(Object.values(await stack.outputs())).toEqual([admins, admins, [carol], carol, carol, theirs, theirs]);
  succeeded(await stack.destroy());
  expect(emulator.requests().every(({ method }) => method === "GET")).toBe(true);
  expect(policy()).toMatchObject(theirs);
});

it("previews values that are not known yet, at every argument and inside of them", async () => {
  const later = `const later = new gce.Route("r", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" }).numericId;
    const who = later.apply((n) => "user:u" + n + "@example.com"), granted = later.apply((n) => "roles/r" + n), when = { expression: "true" };
    const on = later.apply((n) => "locations/global/firewallPolicies/" + n);`;
  const args = {
    Binding: [
      `firewallPolicy: on, role: "${role}", members: ["${alice}"]`,
      `firewallPolicy: "1", role: granted, members: ["${alice}"]`,
      `firewallPolicy: "1", role: "${role}", members: ["${alice}", who]`,
      `firewallPolicy: "1", role: "${role}", members: who.apply((one) => [one])`,
      `firewallPolicy: "1", role: "${role}", members: ["${alice}"], condition: { ...when, title: later, description: later, location: later }`,
      `firewallPolicy: "1", role: "${role}", members: ["${alice}"], condition: { expression: later }`,
      `firewallPolicy: "1", role: "${role}", members: ["${alice}"], condition: later.apply(() => when)`,
    ],
    Member: [
      `firewallPolicy: on, role: "${role}", member: "${alice}"`,
      `firewallPolicy: "1", role: granted, member: "${alice}"`,
      `firewallPolicy: "1", role: "${role}", member: who`,
      `firewallPolicy: "1", role: "${role}", member: "${alice}", condition: later.apply(() => when)`,
    ],
    Policy: [
      "firewallPolicy: on, policyData: {}",
      'firewallPolicy: "1", policyData: later.apply(() => ({}))',
      'firewallPolicy: "1", policyData: pulumi.jsonStringify({ bindings: [{ role: granted, members: [who] }] })',
      'firewallPolicy: "1", policyData: { bindings: [{ role: granted, members: [who], condition: { expression: later } }] }',
      'firewallPolicy: "1", policyData: { auditConfigs: [{ service: later, auditLogConfigs: [{ logType: later, exemptedMembers: [who] }] }] }',
    ],
  };
  // Each has a policy of its own.
  const declared = Object.entries(args).flatMap(([kind, all], group) =>
    all.map((each, n) => {
      const own = each.replace('"1"', `"1${String(group)}${String(n)}"`);
      return `new gce.FirewallPolicyIam${kind}("${kind}${String(n)}", { ${own} });`;
    }),
  );
  const { emulator, stack } = await start([later, ...declared].join("\n"));
  expect(succeeded(await stack.preview())).toMatch(new RegExp(`\\+ ${String(declared.length + 2)} to create`));
  expect(emulator.requests()).toEqual([]);

  stack.program(binding(`role: "viewer", members: ["alice@example.com"]`));
  const refused = failed(await stack.preview());
  expect(refused).toContain("role must be a role: roles/NAME");
  expect(refused).toContain("prefixed with its type: user:alice@example.com");
});
