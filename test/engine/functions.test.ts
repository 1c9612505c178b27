import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { exampleProgram } from "../support/example";
import { project } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";
import type { Stack, StackOptions } from "../support/stack";

const region = "us-central1";
const zone = `projects/${project}/zones/${region}-a`;
const regional = `projects/${project}/regions/${region}`;
const organization = "organizations/123456789012";

/** A stack whose emulator is full of realistic objects. */
async function start(options: StackOptions): Promise<{ emulator: Emulator; stack: Stack }> {
  const { emulator, stack } = await startRouteStack(options);
  emulator.seed({ project, region });
  return { emulator, stack };
}

/** The calls that functions made, in order: `GET networkProfiles`. */
const reads = (emulator: Emulator) =>
  emulator
    .requests()
    .map(({ method, path }) => `${method} ${path.replace(/^.*\/(?=[^/]+$)/, "")}`)
    .sort();

const everyFunction = `
const first = async (items) => { for await (const item of items) return item.name; };
exports.profiles = gce.getNetworkProfiles({ maxItems: 3 }).then(({ networkProfiles }) => networkProfiles.length);
exports.instances = gce.getManagedInstancesOutput({ instanceGroupManager: pulumi.output("${zone}/instanceGroupManagers/reports") })
  .managedInstances.length;
exports.rule = gce.getNetworkFirewallPolicyPacketMirroringRule({ firewallPolicy: "traffic-inspection", priority: 2147483647 })
  .then(({ numericId, ...rule }) => rule.kind);
exports.operation = first(gce.iterateOrganizationOperations({ parentId: "${organization}", filter: 'status = DONE' }));
exports.largest = gce.getInterconnectRemoteLocationsOutput({ filter: 'id = 18446744073709551615' })
  .apply(({ locations }) => locations[0].numericId);
exports.matching = gce.getInterconnectRemoteLocations({ filter: 'name eq .*zone1.*' }).then(({ locations }) => locations.length);
exports.waited = gce.waitForRegionOperation({ operation: "OPERATION", region: "${region}" }).then(({ status }) => status);`;

/** An operation of a region that is under way, by its name, on a group that no other operation changes. */
async function startOperation(emulator: Emulator): Promise<string> {
  const group = `${regional}/instanceGroupManagers/patched-${randomUUID().slice(0, 8)}`;
  const { fingerprint } = emulator.objects.put(group, { targetSize: 1 });
  const response = await fetch(`${emulator.endpoint}/${group}`, {
    method: "PATCH",
    headers: { authorization: "Bearer any", "content-type": "application/json" },
    body: JSON.stringify({ fingerprint, targetSize: 2 }),
  });
  const operation = await response.text();
  expect(response.ok, operation).toBe(true);
  const { name } = JSON.parse(operation) as { name: string };
  emulator.clearRequests();
  return name;
}

it("every function works in a preview and in an update, with arguments that are known", async () => {
  const { emulator, stack } = await start({ program: "" });
  emulator.latency({ defaultMs: 1500 });
  const everyRead = [
    ...["GET getPacketMirroringRule", "GET interconnectRemoteLocations", "GET interconnectRemoteLocations"],
    ...["GET networkProfiles", "GET operations"],
  ];
  let name = await startOperation(emulator);
  stack.program(everyFunction.replace("OPERATION", name));
  const preview = succeeded(await stack.preview());
  expect(preview).toMatch(/waited\s*: "(PENDING|RUNNING|DONE)"/);
  expect(reads(emulator)).toEqual([`GET ${name}`, ...everyRead, "POST listManagedInstances"].sort());

  name = await startOperation(emulator);
  stack.program(everyFunction.replace("OPERATION", name));
  succeeded(await stack.up());
  expect(await stack.outputs()).toMatchObject({
    profiles: 3,
    instances: 65,
    rule: "compute#packetMirroringRule",
    operation: expect.stringMatching(/^operation-/) as string,
    largest: "18446744073709551615",
    waited: "DONE",
  });
  const waits = reads(emulator).filter((read) => read === "POST wait");
  expect(waits.length).toBeGreaterThan(0);
  expect(new Set(reads(emulator))).toEqual(new Set([...everyRead, "POST listManagedInstances", "POST wait"]));
});

it("an Output of arguments that are not known makes no call in the preview, and its call in the update", async () => {
  const dependants = `
const route = new gce.Route("r", { network: "default", destRange: "10.0.0.0/24", nextHopIp: "10.0.0.9" });
const suffix = route.numericId.apply((id) => id === "" ? "x" : "");
const args = { parentId: pulumi.interpolate\`${organization}\${suffix}\` };
exports.profiles = gce.getNetworkProfilesOutput({ filter: pulumi.interpolate\`name != "\${route.numericId}"\` }).networkProfiles.length;
exports.instances = gce.getManagedInstancesOutput({ instanceGroupManager: pulumi.interpolate\`${zone}/instanceGroupManagers/reports\${suffix}\` }).id;
exports.rule = gce.getNetworkFirewallPolicyPacketMirroringRuleOutput({ firewallPolicy: "traffic-inspection", priority: route.numericId.apply(() => 0) }).action;
exports.operations = gce.getOrganizationOperationsOutput(args).id;
exports.locations = gce.getInterconnectRemoteLocationsOutput({ maxItems: 1 }, { dependsOn: [route] }).locations.length;
exports.waited = gce.waitForRegionOperationOutput({ operation: pulumi.interpolate\`OPERATION\${suffix}\`, region: "${region}" }).status;
exports.secret = gce.getNetworkProfilesOutput({ filter: pulumi.secret('name != "some-secret"'), maxItems: 1 }).filter;`;
  const { emulator, stack } = await start({ program: "" });
  const name = await startOperation(emulator);
  stack.program(dependants.replace("OPERATION", name));
  const preview = succeeded(await stack.preview());
  for (const output of ["profiles", "instances", "rule", "operations", "locations", "waited"]) {
    expect(preview, output).toMatch(new RegExp(`\\b${output}\\s*: (\\[unknown\\]|output<string>)`));
  }
  // The one whose argument is known, although secret.
  expect(reads(emulator)).toEqual(["GET networkProfiles"]);
  succeeded(await stack.up());
  expect([stack.stateText(), ...stack.printed].join()).not.toContain("some-secret");
  expect(await stack.outputs()).toMatchObject({ profiles: 360, rule: "mirror", locations: 1, waited: "DONE" });
});

it("errors appear without a stack", async () => {
  const { emulator, stack } = await start({
    program: `exports.list = gce.getNetworkProfiles({ maxResults: 501, filters: "x" });`,
    // How an error looks is the business of the program's own process, too.
    host: "process",
  });
  const refused = failed(await stack.preview());
  expect(refused).toContain("filters is not an argument. Did you mean filter?");
  expect(refused).toContain("maxResults must be a whole number from 0 to 500; it is 501.");
  expect(refused).not.toMatch(/\n\s+at /);
  expect(emulator.requests()).toEqual([]);

  stack.program(
    `exports.rule = gce.getNetworkFirewallPolicyPacketMirroringRuleOutput({ firewallPolicy: "nobody", priority: 1 }).action;`,
  );
  const missing = failed(await stack.up());
  expect(missing).toContain("HTTP 404 notFound");
  expect(missing).not.toMatch(/\n\s+at /);
});

it("warnings appear beside the program, and the provider of a call is used", async () => {
  const { emulator, stack } = await start({ program: "" });
  const failure = { kind: "partialFailure", unreachables: ["regions/us-west1"] } as const;
  emulator.fault({ fault: failure });
  stack.program(
    `exports.count = gce.getNetworkProfiles({ returnPartialSuccess: true }).then(({ unreachables }) => unreachables);`,
  );
  expect(succeeded(await stack.preview())).toContain("warning: gce.getNetworkProfiles: UNREACHABLE");

  stack.program(`const provider = new gce.Provider("other", { project: "other-project", computeCustomEndpoint: "${emulator.endpoint}", accessToken: "of-the-provider" });
    exports.id = gce.getNetworkProfilesOutput({}, { provider }).id;
    exports.promised = gce.getNetworkProfiles({}, { provider }).then(({ id }) => id);`);
  succeeded(await stack.preview());
  succeeded(await stack.up());
  const id = "projects/other-project/global/networkProfiles";
  expect(await stack.outputs()).toEqual({ id, promised: id });
  expect(stack.stateText()).not.toContain("of-the-provider");
});

it("the program ends when its last call does, not when connections do", async () => {
  const { stack } = await start({ program: "", host: "process" });
  stack.program(`process.on("exit", () => console.log("after " + Math.round(performance.now() - endedMs)));
    let endedMs; exports.id = gce.getNetworkProfiles().then(({ id }) => { endedMs = performance.now(); return id; });`);
  const output = succeeded(await stack.preview());
  // An idle connection is kept for thirty seconds.
  expect(Number(/after (\d+)/.exec(output)?.[1])).toBeLessThan(20_000);
});

it("applies the inventory example: prints its tables, and makes nothing", async () => {
  const { emulator, stack } = await start({
    program: exampleProgram("inventory"),
    config: {
      "test-project:organization": organization,
      "test-project:group": `${zone}/instanceGroupManagers/checkout`,
    },
  });
  for (const run of [await stack.preview(), await stack.up()]) {
    const output = succeeded(run);
    expect(output).toMatch(/Remote locations that accept LACP: \d+/);
    expect(output).toMatch(/location +city +service +bundles +pairs of ports/);
    expect(output).toMatch(/checkout-\S+ +not there +CREATING +\S.*: /);
    expect(output).toMatch(/http: UNHEALTHY/);
    expect(output).toMatch(/QUOTA_EXCEEDED +\S+-per-project\S*: \d+/);
  }
  expect(stack.managed()).toEqual([]);
  const { counts } = (await stack.outputs()) as { counts: Record<string, number> };
  const locations = emulator.objects.list(`projects/${project}/global/interconnectRemoteLocations/`);
  const accepting = locations.filter(({ object }) => object.status === "AVAILABLE" && object.lacp === "LACP_SUPPORTED");
  expect(counts).toMatchObject({ locations: accepting.length });
  expect(counts.instances).toBeGreaterThan(10);
  expect(counts.operations).toBeGreaterThan(10);
});

it("applies the example of resources made of data: a route for each place, and no preview while the group is busy", async () => {
  const config = (group: string) => ({
    "test-project:group": `${zone}/instanceGroupManagers/${group}`,
    "test-project:vpnTunnel": `projects/${project}/regions/europe-west1/vpnTunnels/office`,
    "test-project:firewallPolicy": "traffic-inspection",
    "test-project:places": "6",
  });
  const busy = await start({ program: exampleProgram("data-driven"), config: config("checkout") });
  const refused = failed(await busy.stack.preview());
  expect(refused).toMatch(
    /instanceGroupManagers\/checkout is not stable; try again when it is:\n +checkout-\S+: CREATING/,
  );
  expect(refused).not.toMatch(/\n\s+at /);
  expect(busy.stack.managed()).toEqual([]);

  const { emulator, stack } = await start({ program: exampleProgram("data-driven"), config: config("reports") });
  expect(succeeded(await stack.preview())).toMatch(/mirroring\s*: (\[unknown\]|output<string>)/);
  succeeded(await stack.up());
  const { routes, instances, mirroring } = (await stack.outputs()) as {
    routes: string[];
    instances: number;
    mirroring: string;
  };
  const made = emulator.objects.list(`projects/${project}/global/routes/to-`);
  expect(made.length).toBeGreaterThan(3);
  expect(routes).toHaveLength(made.length);
  expect(instances).toBe(65);
  expect(mirroring).toMatch(/^mirror (INGRESS|EGRESS)$/);
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.destroy());
});
