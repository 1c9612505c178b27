import { expect, it } from "vitest";
import { parsePlan } from "../../provider/src/cli/plan/plan";
import { project, routePath } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";

const group = `projects/${project}/regions/us-central1/instanceGroupManagers/g`;

/** Every way to leave a link short: a name, a name with a zone beside it, a name inside a list of objects. */
const program = `
  const snapshot = new gce.Snapshot("s", { name: "s", sourceDisk: "database", zone: "us-central1-a", labels: { env: "dev" } });
  const patch = new gce.RegionInstanceGroupManagerPatch("p", { instanceGroupManager: "g", region: "us-central1",
    versions: [{ name: "old", instanceTemplate: "t1", targetSize: { fixed: 1 } }, { name: "new", instanceTemplate: "t2" }],
  }, { dependsOn: snapshot });
  new gce.Route("r", { name: "r", network: "default", nextHopGateway: "default-internet-gateway", destRange: "10.1.0.0/16" },
    { dependsOn: patch });`;

it("shows after a refresh what somebody else changed, and nothing that is only spelt in another way", async () => {
  const { emulator, stack } = await startRouteStack({ program });
  emulator.objects.put(`projects/${project}/zones/us-central1-a/disks/database`, { sizeGb: "20" });
  for (const name of ["t1", "t2"]) emulator.objects.put(`projects/${project}/global/instanceTemplates/${name}`, {});
  emulator.objects.put(group, {
    targetSize: 3,
    baseInstanceName: "g",
    versions: [{ instanceTemplate: `projects/${project}/global/instanceTemplates/t1` }],
  });
  succeeded(await stack.up());

  emulator.objects.patch(routePath, { priority: 7 });
  emulator.objects.patch(`projects/${project}/global/snapshots/s`, { labels: { env: "prod" } });
  const [first, second] = emulator.objects.get(group)?.versions as object[];
  emulator.objects.patch(group, { versions: [{ ...first, targetSize: { fixed: 2 } }, second] });
  succeeded(await stack.refresh());

  const short = succeeded(await stack.preview());
  expect(short.match(/\[diff: [^\]]*\]/g)).toEqual([
    "[diff: ~labels]",
    "[diff: ~versions]",
    "[diff: -priority]",
    "[diff: -priority]",
  ]);
  const long = succeeded(await stack.preview("--diff"));
  expect(long.match(/^ +[-+~] .*/gm)).toMatchInlineSnapshot(`
    [
      "    ~ pulumi-nodejs:dynamic/gce:Snapshot: (update)",
      "      ~ labels: {",
      "          ~ env: "prod" => "dev"",
      "    ~ pulumi-nodejs:dynamic/gce:RegionInstanceGroupManagerPatch: (update)",
      "      ~ versions: [",
      "          ~ [0]: {",
      "                  ~ targetSize: {",
      "                      ~ fixed: 2 => 1",
      "      - priority: 7",
      "    ~ 2 to update",
    ]
  `);
  // Spellings that did not change are in none of them.
  expect(short + long).not.toMatch(/network|sourceDisk|zone|nextHopGateway|instanceTemplate/);

  const { steps } = parsePlan(succeeded(await stack.preview("--json")));
  expect(steps.map(({ name, changes }) => [name, changes.map(({ property }) => property)])).toEqual([
    ["s", ["labels"]],
    ["p", ["versions[0].targetSize.fixed"]],
    ["r", ["priority"]],
  ]);
  // The very first request of a process is served before it is known what was recorded.
  const kept = stack
    .managed()
    .filter(
      ({ inputs = {} }) =>
        inputs.network === "default" || inputs.zone !== undefined || inputs.instanceGroupManager === "g",
    );
  expect(kept.length).toBeGreaterThanOrEqual(2);

  succeeded(await stack.up());
  succeeded(await stack.up("--expect-no-changes"));
});

it("knows the link of a new object, and leaves its id unknown, so that its dependants wait", async () => {
  const { emulator, stack } = await startRouteStack({
    program: `
  const route = new gce.Route("r", { name: "r", network: "default", nextHopGateway: "default-internet-gateway", destRange: "10.1.0.0/16" });
  exports.link = route.selfLink;
  exports.id = route.id;
  exports.again = gce.Route.get("again", route.id).routeType;
  exports.profiles = gce.getNetworkProfilesOutput({ maxItems: 1 }, { dependsOn: route }).id;`,
  });
  const previewed = succeeded(await stack.preview());
  expect(previewed).toContain(routePath);
  for (const output of ["id", "again", "profiles"]) expect(previewed).toMatch(new RegExp(`${output} *: \\[unknown\\]`));
  expect(emulator.requests()).toEqual([]);
  succeeded(await stack.up());
  expect(await stack.outputs()).toMatchObject({ id: routePath, again: "STATIC" });
});
