import { describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { getOrganizationOperations } from "../../provider/src/functions/getOrganizationOperations";
import { externalAccount } from "../support/externalAccount";
import { emulatorForFunctions } from "../support/functionCalls";
import { declared, project, startRouteProvider } from "../support/routeProvider";
import { answers, scriptedServer } from "../support/scriptedServer";

/** Credentials whose file names a project that pays. */
async function billedCredentials(): Promise<string> {
  const token = { access_token: "ya29.of-the-credentials", expires_in: 3600, token_type: "Bearer" };
  const { origin } = await scriptedServer(answers(200, token));
  return externalAccount(origin, { quota_project_id: "of-the-credentials" });
}

/** The projects that pay for the requests of the log. */
const charged = (emulator: Emulator) => [
  ...new Set(emulator.requests().map(({ headers }) => headers["x-goog-user-project"])),
];

describe("every request", () => {
  const override = { "gcp:userProjectOverride": "true" };
  const billed = { "gcp:billingProject": "billed-project" };
  const machine = { GOOGLE_CLOUD_QUOTA_PROJECT: "of-the-machine" };

  type Settings = Readonly<Record<string, string>>;
  it.each<[what: string, config: Settings, environment: Settings, charged: string | undefined]>([
    ["charges the billing project", billed, machine, "billed-project"],
    ["charges it with userProjectOverride, too", { ...override, ...billed }, machine, "billed-project"],
    ["charges the project of the resource, where only that is set", override, machine, project],
    ["charges that of the environment", {}, { GOOGLE_BILLING_PROJECT: "ours", ...machine }, "ours"],
    ["charges that of the environment of every library", {}, machine, "of-the-machine"],
    ["charges that of the credentials", {}, {}, "of-the-credentials"],
    ["charges nobody where that is forbidden", { "gcp:userProjectOverride": "false", ...billed }, machine, undefined],
  ])("%s", async (_what, config, environment, project) => {
    const credentials = { "gcp:accessToken": "", "gcp:credentials": await billedCredentials() };
    const reason = { "gcp:requestReason": "ticket 17" };
    const { emulator, provider, inputs } = await startRouteProvider({
      config: { ...credentials, ...reason, ...config },
      environment,
    });
    const { id, outs } = await provider.create(await inputs());
    await provider.delete(id, outs);
    expect(emulator.requests().length).toBeGreaterThan(4);
    expect(charged(emulator)).toEqual([project]);
    for (const { headers } of emulator.requests()) expect(headers["x-goog-request-reason"]).toBe("ticket 17");
  });

  const policy = "locations/global/firewallPolicies/123456789";
  const member = { firewallPolicy: policy, role: "roles/compute.orgFirewallPolicyUser", member: "user:a@example.com" };

  it("of an organization charges what the credentials name: it has no project that userProjectOverride could mean", async () => {
    const credentials = { "gcp:accessToken": "", "gcp:credentials": await billedCredentials() };
    const { emulator, provider } = await startRouteProvider({ config: { ...credentials, ...override } });
    emulator.objects.put(policy, { shortName: "baseline", parent: "organizations/1" });
    const { inputs } = await provider.check({}, declared("FirewallPolicyIamMember", member));
    await provider.create(inputs);
    expect(emulator.requests().length).toBeGreaterThan(1);
    expect(charged(emulator)).toEqual(["of-the-credentials"]);
  });

  it("of a function charges the same", async () => {
    const config = { "gcp:accessToken": "", "gcp:credentials": await billedCredentials() };
    const emulator = await emulatorForFunctions({ config });
    await getOrganizationOperations({ parentId: "organizations/1" });
    expect(charged(emulator)).toEqual(["of-the-credentials"]);
  });
});
