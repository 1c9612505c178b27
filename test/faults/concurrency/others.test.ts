import { expect, it, onTestFinished } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { project } from "../../support/routeProvider";
import { startRouteStack, succeeded } from "../../support/routeStack";

const iamPolicy = "locations/global/firewallPolicies/123";
const group = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;

interface Policy {
  etag?: string;
  bindings?: { role: string; members: string[] }[];
}

/** Does something again and again while the test runs, until it is told to stop. */
function meanwhile(act: (turn: number) => Promise<void> | void, pauseMs = 15): { stop(): Promise<number> } {
  let over = false;
  let turns = 0;
  const work = (async () => {
    while (!over) {
      await act(turns);
      turns += 1;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  const stop = async () => {
    over = true;
    await work;
    return turns;
  };
  onTestFinished(async () => {
    await stop();
  });
  return { stop };
}

/** Another client of the service, which edits the policy as it should: with the etag, and again when it was outrun. */
async function grant(emulator: Emulator, member: string): Promise<void> {
  const url = `${emulator.endpoint}/${iamPolicy}`;
  const headers = { authorization: "Bearer theirs", "content-type": "application/json" };
  for (;;) {
    const policy = (await (await fetch(`${url}/getIamPolicy`, { headers })).json()) as Policy;
    const others = policy.bindings?.filter(({ role }) => role !== "roles/theirs") ?? [];
    const members = policy.bindings?.find(({ role }) => role === "roles/theirs")?.members ?? [];
    const bindings = [...others, { role: "roles/theirs", members: [...members, member] }];
    const body = JSON.stringify({ policy: { ...policy, bindings } });
    const { ok, status } = await fetch(`${url}/setIamPolicy`, { method: "POST", headers, body });
    if (ok) return;
    expect(status).toBe(409);
  }
}

it("fifty bindings of one policy, while another client edits it all the time: both keep everything", async () => {
  const { emulator, stack } = await startRouteStack({
    program: `for (let n = 0; n < 50; n += 1) new gce.FirewallPolicyIamBinding("b" + n, { firewallPolicy: "${iamPolicy}", role: "roles/r" + n, members: ["user:a@example.com"] });`,
  });
  emulator.objects.put(iamPolicy, { iamPolicy: {} });
  emulator.latency({ requestMs: 5 });
  const other = meanwhile((turn) => grant(emulator, `user:u${String(turn)}@example.com`));
  succeeded(await stack.up());
  const edits = await other.stop();
  const bindings = (emulator.objects.get(iamPolicy)?.iamPolicy as Policy).bindings ?? [];
  const outrun = emulator.requests().filter(({ path, status }) => path.endsWith("setIamPolicy") && status === 409);
  expect(outrun.length, "they have met").toBeGreaterThan(0);
  expect(bindings.find(({ role }) => role === "roles/theirs")?.members).toHaveLength(edits);
  expect(bindings.filter(({ role }) => /^roles\/r\d+$/.test(role))).toHaveLength(50);
  console.log(
    `fifty bindings beside ${String(edits)} edits of another client, ${String(outrun.length)} times outrun; none lost`,
  );
  succeeded(await stack.refresh("--expect-no-changes"));
  succeeded(await stack.destroy());
  expect((emulator.objects.get(iamPolicy)?.iamPolicy as Policy).bindings).toEqual([
    { role: "roles/theirs", members: expect.anything() as string[] },
  ]);
});

it("two patches of one group, while an autoscaler changes its size: each keeps its own, and the size is the autoscaler's", async () => {
  const labels = (values: object) => `allInstancesConfig: { properties: { labels: ${JSON.stringify(values)} } }`;
  const program = (value: string) => `
    new gce.RegionInstanceGroupManagerPatch("text", { instanceGroupManager: "${group}", description: "${value}" });
    new gce.RegionInstanceGroupManagerPatch("labels", { instanceGroupManager: "${group}", ${labels({ ours: value })} });`;
  const { emulator, stack } = await startRouteStack({ program: program("one") });
  const theirs = {
    description: "theirs",
    targetSize: 3,
    allInstancesConfig: { properties: { labels: { team: "them" } } },
  };
  emulator.objects.put(group, theirs);
  emulator.latency({ requestMs: 60, defaultMs: 100 });
  let size = 3;
  let looks = 0;
  // Between a look at the group and the patch that follows from it, every second time: the worst moment there is.
  const autoscaler = meanwhile(() => {
    const gets = emulator
      .requests()
      .filter(({ method, path, status }) => method === "GET" && path.endsWith(group) && status === 200).length;
    if (gets === looks) return;
    looks = gets;
    if (looks % 2 === 0) return;
    size = 3 + (size % 7);
    emulator.objects.patch(group, { targetSize: size });
  }, 5);
  succeeded(await stack.up());
  stack.program(program("two"));
  succeeded(await stack.up());
  await autoscaler.stop();
  const outrun = emulator.requests().filter(({ method, status }) => method === "PATCH" && status === 412);
  expect(outrun.length, "they have met").toBeGreaterThan(0);
  for (const { body } of emulator.requests().filter(({ method }) => method === "PATCH"))
    expect(body).not.toHaveProperty("targetSize");
  expect(emulator.objects.get(group)).toMatchObject({
    description: "two",
    targetSize: size,
    allInstancesConfig: { properties: { labels: { team: "them", ours: "two" } } },
  });
  succeeded(await stack.up("--expect-no-changes"));
});

it("two stacks over the same network and policy at the same time do not touch each other's objects", async () => {
  const program = (prefix: string) => `
    for (let n = 0; n < 20; n += 1) new gce.Route("r" + n, { network: "default", nextHopIp: "10.0.0.9", destRange: "10.1." + n + ".0/24", description: "${prefix}" });
    for (let n = 0; n < 10; n += 1) new gce.FirewallPolicyIamMember("m" + n, { firewallPolicy: "${iamPolicy}", role: "roles/viewer", member: "user:${prefix}" + n + "@example.com" });
    new gce.Route("shared", { name: "shared", network: "default", nextHopIp: "10.0.0.9", destRange: "10.9.0.0/16" });`;
  const first = await startRouteStack({ program: program("a"), emulator: { latency: { defaultMs: 100 } } });
  const { emulator } = first;
  const second = await startRouteStack({
    program: program("b"),
    config: { "gcp:computeCustomEndpoint": emulator.endpoint },
  });
  emulator.objects.put(iamPolicy, { iamPolicy: {} });
  const members = () => (emulator.objects.get(iamPolicy)?.iamPolicy as Policy).bindings?.[0]?.members.length ?? 0;
  const ids = () =>
    [...first.stack.managed(), ...second.stack.managed()]
      .map(({ id = "" }) => id)
      .filter((id) => id.includes("/routes/"));

  const runs = await Promise.all([first.stack.up(), second.stack.up()]);
  // The name that both want is one's alone, and the other is told.
  expect(runs.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(runs.find(({ code }) => code !== 0)?.output).toContain(
    'gce:Route "shared": insert failed: an object of that name exists already',
  );
  expect(ids().sort()).toEqual(first.routes());
  expect(new Set(ids()).size).toBe(ids().length);

  const loser = runs[0]?.code === 0 ? second : first;
  const winner = loser === first ? second : first;
  const ofWinner = winner.stack
    .managed()
    .map(({ id = "" }) => id)
    .filter((id) => id.includes("/routes/"));
  expect(ofWinner).toHaveLength(21);
  succeeded(await loser.stack.destroy());
  expect(members()).toBe(10);
  expect(first.routes()).toEqual(ofWinner.sort());
  succeeded(await winner.stack.up("--expect-no-changes"));
});
