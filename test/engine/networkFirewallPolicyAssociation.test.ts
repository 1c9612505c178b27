import { expect, it } from "vitest";
import { exampleProgram } from "../support/example";
import { project } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

const global = `projects/${project}/global`;
const root = `https://www.googleapis.com/compute/v1/${global}`;
const networkPath = `${global}/networks/default`;
const networkUrl = `${root}/networks/default`;
const id = `${networkPath}/firewallPolicyAssociation`;
const policyUrl = (policy: string) => `${root}/firewallPolicies/${policy}`;

const program = (args: string, options = "") =>
  `exports.policy = new gce.NetworkFirewallPolicyAssociation("guard", { ${args} }, { ${options} }).firewallPolicy;`;
const plain = 'name: "guard", attachmentTarget: "default", firewallPolicy: "a"';

async function start(options: { program: string; config?: Record<string, string> }) {
  const { emulator, stack } = await startRouteStack(options);
  for (const policy of ["a", "b", "theirs"]) emulator.objects.put(`${global}/firewallPolicies/${policy}`, {});
  emulator.objects.put(`${global}/networks/other`, {});
  return {
    emulator,
    stack,
    /** Name of the policy that holds a network. */
    holder: (network = "default") =>
      (emulator.objects.get(`${global}/networks/${network}`)?.firewallPolicy as string | undefined)?.replace(
        policyUrl(""),
        "",
      ),
    attachOutside: (policy: string, name: string) =>
      emulator.objects.patch(`${global}/firewallPolicies/${policy}`, {
        associations: [{ name, attachmentTarget: networkUrl }],
      }),
    outputs: () => stack.managed()[0]?.outputs,
  };
}

it("applies the example: attaches, ignores other spellings, swaps policy and name without an unprotected moment, and detaches", async () => {
  const { emulator, stack, holder } = await start({
    program: exampleProgram("network-firewall-policy-swap"),
    config: { "test-project:firewallPolicy": `${global}/firewallPolicies/a` },
  });
  succeeded(await stack.up());
  expect(stack.managed().map((resource) => resource.id)).toEqual([id]);
  expect(stack.managed()[0]?.outputs?.name).toMatch(/^protection-[0-9a-f]{7}$/);
  expect(await stack.outputs()).toEqual({ network: networkUrl, policy: "a" });
  expect(holder()).toBe("a");
  const attachedAt = emulator.history(networkPath).at(-1)?.at ?? 0;

  const spelt = (policy: string, more = "") =>
    `new gce.NetworkFirewallPolicyAssociation("protection", { attachmentTarget: "${networkUrl}", firewallPolicy: "${policy}", replaceExistingAssociation: false, ${more} });`;
  emulator.clearRequests();
  stack.program(spelt(policyUrl("a")));
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  stack.program(spelt("b"));
  expect(succeeded(await stack.preview())).toContain(
    'gce:NetworkFirewallPolicyAssociation "default": swaps the firewall policy a for b in one step',
  );
  emulator.latency({ defaultMs: 300 });
  succeeded(await stack.up());
  expect(holder()).toBe("b");
  stack.program(spelt("b", 'name: "fixed"'));
  succeeded(await stack.up());
  expect(emulator.objects.get(`${global}/firewallPolicies/b`)?.associations).toMatchObject([{ name: "fixed" }]);
  expect(stack.managed().map((resource) => resource.id)).toEqual([id]);

  const since = emulator.history(networkPath).filter(({ at }) => at >= attachedAt);
  expect(since.map(({ object }) => object?.firewallPolicy)).toEqual(["a", "b", "b"].map(policyUrl));
  expect(emulator.operations().map(({ operation }) => operation.operationType)).toEqual(
    Array(3).fill("addAssociation"),
  );

  succeeded(await stack.destroy());
  expect(holder()).toBeUndefined();
  expect(stack.managed()).toEqual([]);
});

it("moves to another network by attaching that one first, and adopts an equal association", async () => {
  const { emulator, stack, holder, attachOutside } = await start({ program: program(plain) });
  attachOutside("a", "guard");
  expect(failed(await stack.up())).toContain("set adoptExisting: true");
  stack.program(program(`${plain}, adoptExisting: true`));
  expect(succeeded(await stack.up())).toContain("The resource adopted it, so destroy deletes it");
  expect(emulator.operations()).toEqual([]);

  stack.program(program('attachmentTarget: "other", firewallPolicy: "a"'));
  succeeded(await stack.up());
  expect(emulator.operations().map(({ operation }) => operation.operationType)).toEqual([
    "addAssociation",
    "removeAssociation",
  ]);
  expect([holder(), holder("other")]).toEqual([undefined, "a"]);
  expect(stack.managed().map((resource) => resource.id)).toEqual([
    `${global}/networks/other/firewallPolicyAssociation`,
  ]);
  succeeded(await stack.destroy());
  expect(holder("other")).toBeUndefined();
});

it("moves to another network under the same name by detaching the first one before", async () => {
  const { emulator, stack, holder } = await start({ program: program(plain) });
  succeeded(await stack.up());
  stack.program(program(plain.replace("default", "other")));
  expect(succeeded(await stack.up())).toContain("the old network loses the policy before the new one gets it");
  expect(emulator.operations().map(({ operation }) => operation.operationType)).toEqual([
    "addAssociation",
    "removeAssociation",
    "addAssociation",
  ]);
  expect([holder(), holder("other")]).toEqual([undefined, "a"]);
});

it("reads who holds a network, under every spelling of its id, and leaves it there", async () => {
  const ids = [
    id,
    `${root}/networks/default/firewallPolicyAssociation`,
    `${global}/firewallPolicies/a/associations/t`,
    `${project}/a/t`,
    "a/t",
  ];
  const { emulator, stack, holder, attachOutside } = await start({
    program: `${JSON.stringify(ids)}.forEach((id, n) => { exports["policy" + n] = gce.NetworkFirewallPolicyAssociation.get("n" + n, id).shortName; });`,
  });
  attachOutside("a", "t");
  succeeded(await stack.up());
  expect(Object.values(await stack.outputs())).toEqual(ids.map(() => "a"));
  expect(new Set(stack.managed().map((resource) => resource.id))).toEqual(new Set([id]));
  succeeded(await stack.refresh());
  succeeded(await stack.destroy());
  expect(emulator.requests().every(({ method }) => method === "GET")).toBe(true);
  expect(holder()).toBe("a");
});

it("previews values that are not known yet, at every argument", async () => {
  const unknown = `const later = new gce.Route("r", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" }).numericId.apply((n) => "n-" + n);`;
  const fields = {
    name: '"n"',
    attachmentTarget: "",
    firewallPolicy: '"a"',
    project: `"${project}"`,
    replaceExistingAssociation: "true",
    adoptExisting: "true",
    deletionPolicy: '"ABANDON"',
  };
  const declared = Object.keys(fields).map((field) => {
    const attachmentTarget = `"network-of-${field.toLowerCase()}"`;
    const args = Object.entries({ ...fields, attachmentTarget, [field]: "later" }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return `new gce.NetworkFirewallPolicyAssociation("${field}", { ${args.join(", ")} });`;
  });
  const { emulator, stack } = await start({ program: [unknown, ...declared].join("\n") });
  expect(succeeded(await stack.preview())).toMatch(/\+ 9 to create/);
  expect(emulator.requests()).toEqual([]);
});
