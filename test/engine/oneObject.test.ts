import { expect, it } from "vitest";
import { failed, startRouteStack } from "../support/routeStack";

const policyPath = "locations/global/firewallPolicies/123456789";
const role = "roles/compute.viewer";
const theirs = { role: "roles/compute.securityAdmin", members: ["group:security@example.com"] };

const route = (name: string, args: string) =>
  `const ${name} = new gce.Route("${name}", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9", ${args} });\n`;
/** A policy and a member of it whose name is not known in the preview of a new stack. */
const grants = `new gce.FirewallPolicyIamPolicy("whole", { firewallPolicy: "${policyPath}", policyData: { bindings: [] } });
new gce.FirewallPolicyIamMember("one", { firewallPolicy: "${policyPath}", role: "${role}",
  member: owner.numericId.apply((id) => "user:" + id + "@example.com") });\n`;
it("refuses two resources of one object as soon as their names are known, and nothing is lost", async () => {
  const { emulator, stack } = await startRouteStack({ program: "" });
  const isRefused =
    /name means projects\/my-project\/global\/routes\/r\. gce:Route "(one|two)" of this program manages it too\./;
  const two = route("two", 'name: "r"');
  stack.program(route("one", 'name: "r"') + two);
  expect(failed(await stack.preview()).replaceAll(/\s+/g, " ")).toMatch(isRefused);
  expect(emulator.requests()).toEqual([]);

  emulator.objects.put(policyPath, { iamPolicy: { bindings: [theirs] } });
  const owner = route("owner", "");
  const pair = route("one", 'name: owner.numericId.apply(() => "r")') + two;
  stack.program(owner + pair + grants);
  const previewed = failed(await stack.preview());
  expect(previewed).toMatch(
    /firewallPolicy means locations\/global\/firewallPolicies\/123456789\.\s+gce:FirewallPolicyIam(Policy "whole" of this program manages it too|Member "one" of this program manages a part there)\./,
  );
  // No preview knows their name.
  expect(previewed).not.toContain("name means");
  expect(emulator.objects.get(policyPath)?.iamPolicy).toMatchObject({ bindings: [theirs] });

  stack.program(owner + pair);
  const output = failed(await stack.up());
  expect(output.replaceAll(/\s+/g, " ")).toMatch(isRefused);
  expect(output).not.toContain("unhandled");
});
