import { expect, it } from "vitest";
import { project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";

/** A firewall policy as another package manages it: a change of its name or description replaces it, under one name in place. */
const policyClass = (endpoint: string) => `
const call = async (method, path, body) => {
  const headers = { authorization: "Bearer test", "content-type": "application/json" };
  const answer = await fetch("${endpoint}/projects/${project}/global/" + path, { method, headers, body });
  const { error, name } = await answer.json();
  if (error) throw new Error(error.message);
  if (!path.startsWith("operations/")) await call("POST", "operations/" + name + "/wait");
};
const provider = {
  async diff(_id, olds, news) {
    const replaces = ["name", "description"].filter((key) => olds[key] !== news[key]);
    return { changes: replaces.length > 0, replaces, deleteBeforeReplace: olds.name === news.name };
  },
  async create({ name, description }) {
    await call("POST", "firewallPolicies", JSON.stringify({ name, description }));
    return { id: "projects/${project}/global/firewallPolicies/" + name, outs: { name, description } };
  },
  delete: (_id, { name }) => call("DELETE", "firewallPolicies/" + name),
};
class Policy extends pulumi.dynamic.Resource {
  constructor(name, args) { super(provider, name, args); }
}`;

it("an association goes before a policy that is replaced under its own name, and swaps to one of another name", async () => {
  const { emulator, stack } = await startRouteStack({ program: "" });
  const program = (name: string, description: string) => `${policyClass(emulator.endpoint)}
    const policy = new Policy("policy", { name: "${name}", description: "${description}" });
    new gce.NetworkFirewallPolicyAssociation("protection", { attachmentTarget: "default", firewallPolicy: policy.id });`;
  /** The changes of policies that the service has begun since the last time. */
  const changes = () => {
    const begun = emulator.operations().map(({ operation }) => String(operation.operationType));
    return begun.splice(seen, (seen = begun.length));
  };
  let seen = 0;

  stack.program(program("guard", "one"));
  succeeded(await stack.up());
  expect(changes()).toEqual(["insert", "addAssociation"]);

  stack.program(program("guard", "two"));
  const preview = succeeded(await stack.preview());
  expect(preview).toMatch(/Association protection delete original[^]*Resource policy delete original/);
  expect(preview).not.toContain("in one step");
  succeeded(await stack.up());
  expect(changes()).toEqual(["removeAssociation", "delete", "insert", "addAssociation"]);
  succeeded(await stack.up("--expect-no-changes"));

  stack.program(program("guard-2", "two"));
  expect(succeeded(await stack.preview())).toContain("in one step: the network always has a policy");
  succeeded(await stack.up());
  expect(changes()).toEqual(["insert", "addAssociation", "delete"]);
  succeeded(await stack.destroy());
  expect(changes()).toEqual(["removeAssociation", "delete"]);
});
