import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/src/index";
import { version } from "../../provider/package.json";
import { recordedState, recordedVersions, startStackAt } from "../support/recordedStates";
import { succeeded } from "../support/routeStack";
import type { Stack, StateResource } from "../support/stack";

/** Outputs by URN. */
type Outputs = Record<string, Record<string, unknown>>;

it("the state of this version is recorded, for those after it (npm run record:state)", () => {
  expect(recordedVersions()).toContain(version);
});

it.each(recordedVersions())(
  "what %s has recorded is up to date, is what a refresh finds, and is destroyed",
  async (recorded) => {
    const { program, state, objects } = recordedState(recorded);
    const emulator = await startEmulator();
    for (const [path, object] of Object.entries(objects)) emulator.objects.put(path, { ...object });
    const stack = await startStackAt(emulator, program);
    const file = join(stack.stateFolder, "recorded.json");
    writeFileSync(file, state);
    await stack.mustSucceed(["stack", "import", "--file", file]);
    const before = await outputsOf(stack);
    expect(Object.keys(before).length).toBeGreaterThan(0);

    expect(succeeded(await stack.preview("--expect-no-changes"))).toContain("unchanged");
    succeeded(await stack.up("--expect-no-changes"));
    expect(emulator.requests()).toEqual([]);
    succeeded(await stack.refresh("--expect-no-changes"));
    expect(await outputsOf(stack)).toEqual(asAnsweredToday(before));
    succeeded(await stack.destroy());
    expect(emulator.objects.list("projects/my-project/global/routes/")).toEqual([]);
    stack.remove();
    await emulator.close();
  },
);

/** What was recorded, without the output that the emulator of that time answered and the service leaves out. */
function asAnsweredToday(recorded: Outputs): Outputs {
  return Object.fromEntries(
    Object.entries(recorded).map(([urn, outputs]) => {
      if (!urn.includes("gce:NetworkFirewallPolicyAssociation::")) return [urn, outputs];
      const { firewallPolicyId, ...answered } = outputs;
      expect(firewallPolicyId).toEqual(expect.any(String));
      return [urn, answered];
    }),
  );
}

/** What is recorded of each resource, decrypted: the same secret is never encrypted to the same text. */
async function outputsOf(stack: Stack): Promise<Outputs> {
  const exported = await stack.mustSucceed(["stack", "export", "--show-secrets"]);
  const { deployment } = JSON.parse(exported) as { deployment: { resources: StateResource[] } };
  return Object.fromEntries(deployment.resources.map(({ urn, outputs }) => [urn, outputs ?? {}]));
}
