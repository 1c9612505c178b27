import { expect, it } from "vitest";
import { exampleProgram } from "../../support/example";
import { project } from "../../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../../support/routeStack";

const group = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
const template = (name: string) => `projects/${project}/global/instanceTemplates/${name}`;

it("rolls a template out step by step, reports a canary that never gets well, goes back, and leaves the group in the end", async () => {
  const { emulator, stack } = await startRouteStack({
    program: exampleProgram("canary-rollout"),
    config: {
      "test-project:group": group,
      "test-project:stable": template("web-41"),
      "test-project:canary": template("web-42"),
    },
  });
  emulator.objects.put(group, {
    targetSize: 10,
    versions: [{ name: "web-41", instanceTemplate: template("web-41") }],
    updatePolicy: { type: "OPPORTUNISTIC" },
  });
  const instances = () => emulator.objects.list(`${group}/managedInstances/`);
  const templates = () => {
    const counts: Record<string, number> = {};
    for (const { object } of instances()) {
      const link = (object.version as { instanceTemplate?: string } | undefined)?.instanceTemplate ?? "none";
      const name = link.replace(/^.*\//, "");
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };
  const step = (percent: number, ...flags: string[]) =>
    stack.up("--config", `test-project:percent=${String(percent)}`, ...flags);

  // An instance that does not come up: its rollout is under way, and stays so.
  emulator.latency({ instancesMs: 3_600_000 });
  const report = failed(await step(10, "--config", "test-project:deadline=2s"));
  expect(report).toContain("waitForInstances failed: the instances are not UPDATED after 2s");
  expect(report).toContain("current actions: ");
  expect(instances().filter(({ object }) => object.currentAction === "NONE")).toHaveLength(9);
  const [stuck] = instances().filter(({ object }) => object.currentAction === "CREATING");
  const message = "no more CPUs in the zone";
  emulator.objects.patch(stuck?.path ?? "", {
    lastAttempt: { errors: { errors: [{ code: "QUOTA_EXCEEDED", message }] } },
  });
  const waitedOn = failed(await step(10));
  expect(waitedOn).toContain(message);
  expect(emulator.requests().filter(({ method }) => method === "PATCH")).toHaveLength(1);

  emulator.latency({ instancesMs: 0 });
  await stack.mustSucceed(["config", "rm", "deadline"]);
  succeeded(await step(0));
  expect(templates()).toEqual({ "web-41": 10 });

  succeeded(await step(10));
  expect(templates()).toEqual({ "web-41": 9, "web-42": 1 });
  succeeded(await step(50));
  expect(templates()).toEqual({ "web-41": 5, "web-42": 5 });
  const canaries = instances().filter(({ object }) => JSON.stringify(object.version).includes("web-42"));
  const finished = succeeded(await step(100));
  expect(templates(), finished).toEqual({ "web-42": 10 });
  // Those that had it already were not touched again.
  expect(instances()).toEqual(expect.arrayContaining(canaries));
  expect(await stack.outputs()).toEqual({ isReached: true, actions: expect.objectContaining({ none: 10 }) as object });

  succeeded(await stack.destroy());
  expect(emulator.objects.get(group)).toMatchObject({
    targetSize: 10,
    versions: [{ name: "web-42" }],
    updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: 3 } },
  });
});
