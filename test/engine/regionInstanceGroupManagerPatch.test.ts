import { expect, it } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { exampleProgram } from "../support/example";
import { everyGroupSetting } from "../support/groupSettings";
import { project } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

const groups = `projects/${project}/regions/us-central1/instanceGroupManagers`;
const path = `${groups}/web`;
const template = (name: string) =>
  `https://www.googleapis.com/compute/v1/projects/${project}/global/instanceTemplates/${name}`;
const labels = (values: object) => ({ allInstancesConfig: { properties: { labels: values } } });

const theirs = {
  description: "theirs",
  targetSize: 12,
  instanceTemplate: template("one"),
  updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { fixed: 4 } },
  ...labels({ team: "them", legacy: "yes" }),
};

const program = (args: object, options = "") =>
  `exports.web = new gce.RegionInstanceGroupManagerPatch("web", { instanceGroupManager: "web", ...${JSON.stringify(args)} }, { ${options} }).fingerprint;`;

async function start(options: { program: string; config?: Record<string, string>; emulator?: EmulatorOptions }) {
  const { emulator, stack } = await startRouteStack({
    ...options,
    config: { "gcp:region": "us-central1", ...options.config },
  });
  emulator.objects.put(path, { ...theirs });
  const settings = () => {
    const { currentActions, status, fingerprint, ...rest } = emulator.objects.get(path) ?? {};
    expect([currentActions, status, fingerprint]).not.toContain(undefined);
    return rest;
  };
  return {
    emulator,
    stack,
    live: () => emulator.objects.get(path) ?? {},
    settings,
    before: structuredClone(settings()),
    outputs: () => stack.managed()[0]?.outputs ?? {},
    patches: () =>
      emulator
        .requests()
        .filter(({ method }) => method === "PATCH")
        .map(({ body }) => {
          const { fingerprint, ...rest } = body as Record<string, unknown>;
          expect(fingerprint).toEqual(expect.any(String));
          return rest;
        }),
  };
}

it("applies the example: two patches change one group in place without a conflict, correct drift, and restore the group", async () => {
  const { emulator, stack, live, settings, before, patches } = await start({
    program: exampleProgram("instance-group-patch"),
    config: { "test-project:group": path },
    emulator: { latency: { defaultMs: 30, instancesMs: 300 } },
  });
  const preview = succeeded(await stack.preview());
  expect(preview).toContain(
    "can start a rollout to existing instances, because this program sets updatePolicy.type to PROACTIVE",
  );
  succeeded(await stack.up());
  expect(stack.managed().map(({ id }) => id)).toEqual([path, path]);
  expect(await stack.outputs()).toMatchObject({
    managed: [
      "allInstancesConfig.properties.labels.legacy",
      'allInstancesConfig.properties.labels["cost-center"]',
      "updatePolicy.maxSurge",
      "updatePolicy.maxUnavailable",
      "updatePolicy.minimalAction",
      "updatePolicy.type",
      "autoHealingPolicies",
    ],
    isStable: true,
    actions: { none: 12 },
  });
  expect(live()).toMatchObject({
    description: "theirs",
    updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: 3 }, maxUnavailable: { fixed: 0 } },
    autoHealingPolicies: [{ initialDelaySec: 300 }],
    ...labels({ team: "them", "cost-center": "network" }),
  });
  // What was there before is kept, and is nobody else's to read.
  expect(stack.stateText()).toContain("previousValues");
  expect(stack.stateText()).not.toContain('"legacy":"yes"');

  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);
  await stack.mustSucceed(["config", "set", "surge", "5"]);
  succeeded(await stack.up());
  expect(patches()).toEqual([{ updatePolicy: { maxSurge: { fixed: 5 } } }]);

  // Theirs to change, ours to mend.
  emulator.objects.patch(path, { targetSize: 11, updatePolicy: { minimalAction: "REPLACE" } });
  succeeded(await stack.refresh());
  expect(succeeded(await stack.preview("--diff"))).toMatch(/minimalAction\s*: "REPLACE" => "RESTART"/);
  emulator.clearRequests();
  succeeded(await stack.up());
  expect(patches()).toEqual([{ updatePolicy: { minimalAction: "RESTART" } }]);

  succeeded(await stack.destroy());
  expect(settings()).toEqual({ ...before, ...{ targetSize: 11 }, versions: settings().versions });
  expect(stack.managed()).toEqual([]);
});

it("previews with every field unknown, and applies the final values", async () => {
  const every = { ...everyGroupSetting, instanceTemplate: "t" };
  const names = Object.keys(every);
  const { emulator, stack, live } = await start({ program: "" });
  emulator.objects.put(`${groups}/source`, { ...theirs });
  // The zones of a group never change, so the program gives those that it has.
  emulator.objects.patch(path, { distributionPolicy: { zones: [{ zone: "zones/us-central1-a" }] } });
  // What a resource gives is unknown until it was made.
  const body = `
    const source = new gce.RegionInstanceGroupManagerPatch("source", { instanceGroupManager: "source", description: "d" });
    const every = ${JSON.stringify(every)};
    const later = (value) => source.fingerprint.apply(() => value);
    const deep = (value) => Array.isArray(value) ? value.map(deep)
      : typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deep(item)])) : later(value);
    `;
  stack.program(`${body}
    for (const name of ${JSON.stringify(names)}) {
      new gce.RegionInstanceGroupManagerPatch("whole-" + name, { instanceGroupManager: "web", [name]: later(every[name]) });
      new gce.RegionInstanceGroupManagerPatch("deep-" + name, { instanceGroupManager: "web", [name]: deep(every[name]) });
    }
    new gce.RegionInstanceGroupManagerPatch("place", { instanceGroupManager: later("web"), description: later("d"),
      waitForInstances: later(true), deletionPolicy: "RESTORE", previous: { description: later("p") } });`);
  expect(succeeded(await stack.preview())).toContain(`${String(2 * names.length + 3)} to create`);
  stack.program(`${body}
    new gce.RegionInstanceGroupManagerPatch("web", { instanceGroupManager: later("web"), ...deep(${JSON.stringify(everyGroupSetting)}) });`);
  succeeded(await stack.up());
  expect(live()).toMatchObject({ description: "d", targetSize: 12, ...labels({ team: "them", c: "d" }) });
  succeeded(await stack.up("--expect-no-changes"));
});

it("keeps metadata out of state, output and messages, and refuses to be read or imported", async () => {
  const [ours, before] = ["canary-metadata-of-ours", "canary-metadata-of-theirs"];
  const { emulator, stack, live } = await start({
    program: `
      const web = new gce.RegionInstanceGroupManagerPatch("web", { instanceGroupManager: "web",
        allInstancesConfig: pulumi.secret({ properties: { metadata: { key: "${ours}" } } }), deletionPolicy: "RESTORE" });
      exports.config = web.allInstancesConfig;
      exports.previous = web.previousValues;`,
  });
  const metadata = (key: string) => ({ allInstancesConfig: { properties: { metadata: { key } } } });
  emulator.objects.patch(path, metadata(before));
  const check = () => {
    const written = [stack.stateText(), ...stack.printed].join("\n");
    expect(written).not.toContain(ours);
    expect(written).not.toContain(before);
  };
  succeeded(await stack.up());
  expect(live()).toMatchObject(metadata(ours));
  check();
  emulator.objects.patch(path, metadata(before));
  succeeded(await stack.refresh());
  succeeded(await stack.preview("--diff"));
  succeeded(await stack.up());
  check();
  const message = `${ours} and ${before} are bad`;
  emulator.fault({ fault: { kind: "operationError", errors: [{ code: "BAD", message }] } });
  failed(await stack.destroy());
  check();
  succeeded(await stack.destroy());
  expect(live()).toMatchObject(metadata(before));
  check();

  stack.program(program({ description: "d" }, `id: "${path}"`));
  expect(failed(await stack.preview())).toContain("the option id cannot work for this kind of resource");
  stack.program(program({ description: "d" }, `import: "${path}"`));
  expect(failed(await stack.preview())).toContain("Declare the fields to manage");
});

const patches = (settings: readonly object[], options = {}) =>
  settings
    .map(
      (args, index) =>
        `new gce.RegionInstanceGroupManagerPatch("p${String(index)}", ${JSON.stringify({ instanceGroupManager: "web", ...args, ...options })});`,
    )
    .join("\n");

it("refuses two patches of one group that manage the same member, before anything is sent", async () => {
  const fighting = [
    { updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: 3 } }, instanceTemplate: "one" },
    { updatePolicy: { maxSurge: { percent: 20 } }, versions: [{ instanceTemplate: "two" }] },
  ];
  const group = await start({ program: patches(fighting) });
  const output = failed(await group.stack.preview());
  expect(output).toMatch(/updatePolicy\.maxSurge is managed by "p\d" too, a resource of this program/);
  expect(output).toMatch(/(instanceTemplate|versions) is managed by "p\d" too/);
  expect(output).not.toContain("updatePolicy.type is managed");
  expect(group.patches()).toEqual([]);
});
