import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { startTwoFacedStack, type Face } from "../support/bothFaces";
import { canaryToken } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";
import type { Stack } from "../support/stack";

/*
 * Members in the spelling, and in the forms, that policies have; and values that the service may have added.
 */

const number = "123456789";
const firewallPolicy = `locations/global/firewallPolicies/${number}`;
const role = "roles/compute.viewer";
const [old, anew] = ["user:Old.User@Example.COM", "user:new@example.com"];
const fleet = "group:my-project.svc.id.goog:/allAuthenticatedUsers/";
const bin = fileURLToPath(new URL("../../provider/dist/cli/bin.js", import.meta.url));
const faces: readonly Face[] = ["class", "plugin"];

const put = ({ objects }: Emulator, ...members: string[]) =>
  void objects.put(firewallPolicy, { shortName: "corp", iamPolicy: { bindings: [{ role, members }] } });
const shown = ({ objects }: Emulator) => objects.get(firewallPolicy)?.iamPolicy;
/** The CLI breaks lines. */
const plain = (output: string) => output.replaceAll(/\s+/g, " ");

it.each(faces)("a %s leaves the spelling of a member that has the role", async (face) => {
  const { emulator, stack, declare } = await startTwoFacedStack();
  put(emulator, fleet, old);
  const binding = (...members: string[]) =>
    declare(face, [{ kind: "FirewallPolicyIamBinding", name: "b", args: { firewallPolicy, role, members } }]);
  binding(old.toLowerCase(), anew, fleet, "user:NEW@example.com");
  expect(plain(succeeded(await stack.preview()))).not.toContain("known form");
  succeeded(await stack.up());
  expect(shown(emulator)).toMatchObject({ bindings: [{ role, members: [fleet, old, anew] }] });
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.refresh("--expect-no-changes"));
  succeeded(await stack.up("--expect-no-changes"));

  binding(old.toLowerCase());
  succeeded(await stack.up());
  expect(shown(emulator)).toMatchObject({ bindings: [{ role, members: [old] }] });
});

it.each(faces)("a preview of a %s warns of forms and values that nobody knows here", async (face) => {
  const { emulator, stack, declare } = await startTwoFacedStack();
  put(emulator, old);
  const patch = (updatePolicy: object) => ({
    kind: "RegionInstanceGroupManagerPatch",
    name: "p",
    args: { instanceGroupManager: "web", updatePolicy },
  });
  declare(face, [
    patch({ type: "PROACTIV", minimalAction: "RESTRAT" }),
    {
      kind: "Snapshot",
      name: "s",
      args: { sourceDisk: "zones/us-central1-a/disks/d", snapshotType: "STANDART" },
    },
    {
      kind: "FirewallPolicyIamMember",
      name: "m",
      args: { firewallPolicy, role, member: "group:my-project.svc.id.goog:/allUsersOfNextYear/" },
    },
  ]);
  const output = plain(succeeded(await stack.preview()));
  for (const words of [
    'updatePolicy.type is "PROACTIV", and the known values are OPPORTUNISTIC, PROACTIVE. Did you mean PROACTIVE?',
    'updatePolicy.minimalAction is "RESTRAT", and the known values are NONE, REFRESH, RESTART, REPLACE. Did you mean RESTART?',
    'snapshotType is "STANDART", and the known values are ARCHIVE, STANDARD. Did you mean STANDARD?',
    "The nearest one is group:PROJECT.svc.id.goog:/allAuthenticatedUsers/.",
  ])
    expect(output).toContain(words);

  declare(face, [patch({ minimalAction: "restart" })]);
  expect(plain(failed(await stack.preview()))).toContain(
    'updatePolicy.minimalAction cannot be "restart": did you mean RESTART?',
  );
});

it("adopts the members of a role beside the member that the stack has", async () => {
  const { emulator, stack } = await startRouteStack({
    files: {
      "package.json": JSON.stringify({ name: "test-program", private: true, main: "index.ts" }),
      "index.ts": "",
    },
  });
  const own = `import * as gce from "pulumi-gce";
new gce.FirewallPolicyIamMember("one", ${JSON.stringify({ firewallPolicy, role, member: anew })});\n`;
  put(emulator, fleet, old);
  stack.write("index.ts", own);
  succeeded(await stack.up());
  const { code, output } = await adopt(stack, "--policy", number, "--out", "adopted.ts");
  expect(code, output).toBe(0);
  expect(output).toContain("FirewallPolicyIamMember: 2 to adopt.");
  stack.write("index.ts", `${own}import "./adopted";\n`);
  succeeded(await stack.preview());
  emulator.clearRequests();
  succeeded(await stack.up());
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  succeeded(await stack.refresh("--expect-no-changes"));
  succeeded(await stack.up("--expect-no-changes"));
  expect(shown(emulator)).toMatchObject({ bindings: [{ role, members: [fleet, old, anew] }] });
  const members = stack.managed().map(({ outputs }) => String(outputs?.member));
  expect(members.sort()).toEqual([fleet, old, anew].sort());
});

function adopt(stack: Stack, ...flags: string[]): Promise<{ code: number; output: string }> {
  const environment = { ...stack.environment, GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken };
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, "adopt", ...flags], { cwd: stack.folder, env: environment }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: out + err });
    });
  });
}
