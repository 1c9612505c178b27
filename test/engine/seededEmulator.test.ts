import { expect, it } from "vitest";
import { programBody } from "../support/example";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { startRouteStack, succeeded } from "../support/routeStack";

it("emulator/docs/seed.md: its program, with every resource of the package, is applied to what --seed plants", async () => {
  const [program = ""] = markdownPrograms(readMarkdown("emulator/docs/seed.md"));
  const { emulator, stack } = await startRouteStack({ program: programBody(program), emulator: { seed: true } });
  succeeded(await stack.up());
  const kinds = new Set(stack.managed().map(({ type }) => type.replace(/^.*:/, "")));
  expect([...kinds].sort()).toEqual([
    "FirewallPolicyIamBinding",
    "FirewallPolicyIamMember",
    "FirewallPolicyIamPolicy",
    "NetworkFirewallPolicyAssociation",
    "RegionInstanceGroupManagerPatch",
    "Route",
    "Snapshot",
    "TargetSslProxyCertificateMap",
  ]);
  expect(emulator.objects.list("projects/my-project/global/snapshots/")).toHaveLength(3);
  expect(emulator.objects.get("projects/my-project/global/networks/default")?.firewallPolicy).toMatch(/baseline-1$/);
});
