import { expect, it } from "vitest";
import { project, routePath, routesPath } from "../support/routeProvider";
import { failed, startRouteStack, succeeded, type RouteStack } from "../support/routeStack";

const policyPath = "locations/global/firewallPolicies/123456789";
const role = "roles/compute.viewer";
const alice = "user:alice@example.com";

const declares = "const all = [];\n";
const route = (name: string, options = "") =>
  `all.push(new gce.Route("${name}", { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9", adoptExisting: true }, { ${options} }));\n`;
const member = (name: string, options = "") =>
  `all.push(new gce.FirewallPolicyIamMember("${name}", { firewallPolicy: "${policyPath}", role: "${role}", member: "${alice}" }, { ${options} }));\n`;
/** Fails when everything else was made, so that the run ends before its deletes. */
const broken = `new gce.Route("broken", { network: "missing", destRange: "10.9.0.0/16", nextHopIp: "10.0.0.9" }, { dependsOn: all });\n`;

/** What is at the service of the two. */
function live({ emulator }: RouteStack) {
  const policy = emulator.objects.get(policyPath)?.iamPolicy as { bindings?: object[] } | undefined;
  return { routes: emulator.objects.list(`${routesPath}/`).map(({ path }) => path), bindings: policy?.bindings ?? [] };
}

const both = { routes: [routePath], bindings: [{ role, members: [alice] }] };

/** A stack of the old program, after an `up` of the new one that failed elsewhere before its deletes. */
async function renamed(before: string, after: string): Promise<RouteStack> {
  const started = await startRouteStack({ program: declares + before });
  const { emulator, stack } = started;
  stack.environment.ENDPOINT = emulator.endpoint;
  emulator.objects.put(policyPath, { iamPolicy: {} });
  succeeded(await stack.up());
  expect(live(started)).toEqual(both);
  stack.program(declares + after + broken);
  failed(await stack.up());
  // Old and new are recorded, of the same objects.
  const ids = stack.managed().map(({ id }) => id);
  for (const id of [routePath, `${policyPath}/${role}/${alice}`]) {
    expect(ids.filter((recorded) => recorded === id)).toHaveLength(2);
  }
  expect(live(started)).toEqual(both);
  stack.program(declares + after);
  return started;
}

/** The state has each of the two once, and by its new name. */
function expectRecorded({ stack }: RouteStack): void {
  expect(
    stack
      .managed()
      .map(({ urn = "", id }) => [urn.split("::").at(-1), id])
      .sort(),
  ).toEqual([
    ["new-member", `${policyPath}/${role}/${alice}`],
    ["new-route", routePath],
  ]);
}

it("keeps a route and a grant that got a new name, in the run after the one that failed before its deletes", async () => {
  const started = await renamed(route("old-route") + member("old-member"), route("new-route") + member("new-member"));
  const { stack } = started;
  const output = succeeded(await stack.up());
  const left = "it is left in place, because the program declares another resource for the same object";
  expect(output).toContain(
    `gce:Route "r": ${left}: urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:Route::new-route`,
  );
  expect(output).toContain(`gce:FirewallPolicyIamMember "123456789/${role}/${alice}": ${left}`);
  expect(output).toMatch(/- 2 deleted/);
  expect(live(started)).toEqual(both);
  expectRecorded(started);
  succeeded(await stack.refresh("--expect-no-changes"));
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.destroy());
  expect(live(started)).toEqual({ routes: [], bindings: [] });
});

it("refuses two components of one program whose children of one name patch the same of a group", async () => {
  const child = (type: string) =>
    `new gce.RegionInstanceGroupManagerPatch("settings", { instanceGroupManager: "web", region: "us-central1", description: "${type}" },
      { parent: new pulumi.ComponentResource("app:index:${type}", "shop") });\n`;
  const { stack, emulator } = await startRouteStack({ program: child("Web") + child("Api") });
  emulator.objects.put(`projects/${project}/regions/us-central1/instanceGroupManagers/web`, { description: "theirs" });
  expect(failed(await stack.preview())).toMatch(
    /description is managed by "settings" of urn:pulumi:dev::test-project::app:index:(Web|Api)::shop too/,
  );
  // A child does not come to depend on its parent, and what check is told of that is not kept.
  stack.program(child("Web"));
  succeeded(await stack.up());
  const [patch] = stack.managed();
  expect(patch).not.toHaveProperty("dependencies");
  expect(JSON.stringify([patch?.inputs, patch?.outputs])).not.toContain("__in");
});
