import { expect, it } from "vitest";
import { runOrphans } from "../faults/orphans";
import { project } from "../support/routeProvider";
import { mutations, startRouteStack, succeeded } from "../support/routeStack";

const search = `projects/${project}/regions/us-central1/instanceGroupManagers/search`;

it("pulumi state move takes a route and a patch to another stack, without a request and with the earlier value", async () => {
  const { emulator, stack } = await startRouteStack({ emulator: { seed: true } });
  const program = (isMoved: boolean) => `
    const own = new gce.Provider("own", {
      project: ${JSON.stringify(project)}, region: "us-central1", computeCustomEndpoint: ${JSON.stringify(emulator.endpoint)},
    });
    if (pulumi.getStack() === ${isMoved ? '"other"' : '"dev"'}) {
      new gce.Route("r", { network: "default", nextHopIp: "10.0.0.9", destRange: "10.9.0.0/16" });
      new gce.RegionInstanceGroupManagerPatch("p", {
        instanceGroupManager: "search", updatePolicy: { maxSurge: { fixed: 5 } }, deletionPolicy: "RESTORE",
      }, { provider: own });
    }`;
  const before = emulator.objects.get(search)?.updatePolicy;
  stack.program(program(false));
  succeeded(await stack.up());
  const made = mutations(emulator);
  const urns = stack.managed().map(({ urn }) => urn);
  expect(urns).toHaveLength(2);

  await stack.mustSucceed(["stack", "init", "other", "--no-select"]);
  await stack.mustSucceed(["config", "cp", "--stack", "dev", "--dest", "other"]);
  const move = ["state", "move", "--yes", "--source", "dev", "--dest", "other"];
  await stack.mustSucceed([...move, ...urns]);
  stack.program(program(true));
  // The new stack has nothing to do, and the old one lets go of nothing.
  succeeded(await stack.up("--stack", "other", "--expect-no-changes"));
  succeeded(await stack.up());
  expect(mutations(emulator)).toEqual(made);
  const left = await runOrphans(stack);
  expect(left.output).toContain("moved it to another stack (pulumi state move)");
  expect(left.output).toContain("/routes/r-");

  succeeded(await stack.destroy("--stack", "other"));
  expect(emulator.objects.get(search)?.updatePolicy).toEqual(before);
  expect(emulator.objects.list(`projects/${project}/global/routes/r-`)).toEqual([]);
});
