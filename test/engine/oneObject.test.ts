import { expect, it } from "vitest";
import { project, routesPath } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

const policyPath = "locations/global/firewallPolicies/123456789";
const role = "roles/compute.viewer";
const theirs = { role: "roles/compute.securityAdmin", members: ["group:security@example.com"] };

const route = (name: string, args: string) =>
  `const ${name} = new gce.Route("${name}", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9", ${args} });\n`;
const policy = `new gce.FirewallPolicyIamPolicy("whole", { firewallPolicy: "${policyPath}", policyData: { bindings: [] } });\n`;
/** A member whose name is not known in the preview of a new stack. */
const member = `new gce.FirewallPolicyIamMember("one", { firewallPolicy: "${policyPath}", role: "${role}",
  member: owner.numericId.apply((id) => "user:" + id + "@example.com") });\n`;

it("refuses in the preview a whole policy beside one of its members, and nothing is lost", async () => {
  const owner = route("owner", "");
  const { emulator, stack } = await startRouteStack({ program: owner + policy + member });
  emulator.objects.put(policyPath, { iamPolicy: { bindings: [theirs] } });
  const bindings = () => (emulator.objects.get(policyPath)?.iamPolicy as { bindings?: object[] }).bindings ?? [];
  for (const program of [policy + owner + member, owner + member + policy]) {
    stack.program(program);
    expect(failed(await stack.preview())).toMatch(
      /firewallPolicy means locations\/global\/firewallPolicies\/123456789\.\s+gce:FirewallPolicyIam(Policy "whole" of this program manages it too|Member "one" of this program manages a part there)\./,
    );
  }
  expect(bindings()).toEqual([theirs]);
  // From grants to the whole policy, and back: only one of the two is declared at a time.
  stack.program(owner + member);
  succeeded(await stack.up());
  expect(bindings()).toEqual([theirs, { role, members: [expect.stringMatching(/^user:\d+@example\.com$/)] }]);
  stack.program(owner + policy);
  succeeded(await stack.preview());
  succeeded(await stack.up());
  expect(bindings()).toEqual([]);
});

/** The same arguments under a provider of its own, which has the settings of the stack. */
const own = (endpoint: string) =>
  `const own = new gce.Provider("own", { project: "${project}", computeCustomEndpoint: "${endpoint}" });\n`;
const under = (program: string) => program.replace(" });", " }, { provider: own });");

it("refuses two resources of one object under two providers, whichever is declared first", async () => {
  const { emulator, stack, routes } = await startRouteStack({ program: "" });
  const provider = own(emulator.endpoint);
  const refusal =
    /gce\.Route "(one|two)": name means projects\/my-project\/global\/routes\/r\. gce\.Route "(one|two)" of this program, under another provider, manages it too\./;
  emulator.objects.put(`${routesPath}/r`, { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" });
  const known = 'name: "r", adoptExisting: true';
  const late = 'name: pulumi.output(Promise.resolve("r")), adoptExisting: true';
  for (const [one, two] of [
    [route("one", known), under(route("two", known))],
    [under(route("one", known)), route("two", known)],
    [route("one", late), under(route("two", known))],
  ] as const) {
    stack.program(provider + one + two);
    const output = failed(await stack.preview());
    expect(output.replaceAll(/\s+/g, " ")).toMatch(refusal);
    expect(output).not.toContain("unhandled");
  }
  expect(emulator.requests()).toEqual([]);
  // A name that no preview knows.
  const unknown = 'name: owner.numericId.apply(() => "r"), adoptExisting: true';
  stack.program(provider + route("owner", "") + route("one", unknown) + under(route("two", known)));
  succeeded(await stack.preview());
  expect(failed(await stack.up()).replaceAll(/\s+/g, " ")).toMatch(refusal);
  stack.program(provider + under(route("two", known)));
  succeeded(await stack.up());
  expect(routes()).toEqual([`${routesPath}/r`]);
});
