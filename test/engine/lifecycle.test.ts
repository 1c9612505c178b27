import { describe, expect, it } from "vitest";
import { project, routePath } from "../support/routeProvider";
import { failed, mutations, routeProgram, startRouteStack, succeeded } from "../support/routeStack";

const plain = 'name: "r", destRange: "10.1.0.0/16"';

it("creates a route, ignores other spellings, corrects drift, creates it again when it is gone, and deletes it", async () => {
  const { emulator, stack, expectSame, routes } = await startRouteStack({
    program: routeProgram('name: "r", destRange: "2001:db8::/32", tags: ["a", "b"]'),
  });
  succeeded(await stack.up());
  expectSame();
  expect(stack.managed()[0]?.id).toBe(routePath);
  expect(await stack.outputs()).toEqual({ route: `https://www.googleapis.com/compute/v1/${routePath}` });

  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  // The rest of the spellings is shown without the engine; what counts here is that the engine sees no change either.
  stack.program(`
    const spelt = { name: "r", nextHopIp: "10.0.0.9", destRange: "2001:0DB8:0:0::/32", tags: ["b", "a"], priority: 1000 };
    exports.route = new gce.Route("r", {
      ...spelt, network: "https://compute.googleapis.com/compute/v1/projects/${project}/global/networks/default",
    }).selfLink;`);
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  emulator.objects.patch(routePath, { priority: 7, description: "theirs", destRange: "2001:db9::/32" });
  succeeded(await stack.refresh());
  expect(stack.managed()[0]?.outputs).toMatchObject({ priority: 7, description: "theirs", destRange: "2001:db9::/32" });
  const preview = succeeded(await stack.preview("--diff"));
  expect(preview).toMatch(/priority\s*: 7 => 1000/);
  expect(preview).toMatch(/- description: "theirs"/);
  expect(preview).toMatch(/destRange\s*: "2001:db9::\/32" => "2001:0DB8:0:0::\/32"/);
  expect(preview).not.toMatch(/selfLink\s*:.*=>/);
  succeeded(await stack.up());
  expect(emulator.objects.get(routePath)).toMatchObject({ priority: 1000, destRange: "2001:db8::/32" });
  expectSame();

  emulator.objects.delete(routePath);
  succeeded(await stack.refresh());
  expect(stack.managed()).toEqual([]);
  succeeded(await stack.up());
  expectSame();

  succeeded(await stack.destroy());
  expect(routes()).toEqual([]);
  expect(stack.managed()).toEqual([]);
});

describe("a replacement", () => {
  it("makes the new route first when the name is made up here, also from a logical name that no route may have", async () => {
    const program = (range: string) =>
      `exports.name = new gce.Route("myRoute_1", { network: "default", nextHopIp: "10.0.0.9", destRange: "${range}" }).name;`;
    const { emulator, stack, expectSame } = await startRouteStack({ program: program("10.1.0.0/16") });
    succeeded(await stack.up());
    const [first = ""] = mutations(emulator);
    expect(first).toMatch(/^insert myroute-1-[0-9a-f]{7}$/);
    stack.program(program("10.2.0.0/16"));
    expect(succeeded(await stack.preview())).not.toContain("without this route");
    succeeded(await stack.up());
    const [, second = "", third] = mutations(emulator);
    expect(second).toMatch(/^insert myroute-1-[0-9a-f]{7}$/);
    expect(second).not.toBe(first);
    expect(third).toBe(first.replace("insert", "delete"));
    expectSame();
  });

  it("deletes the old route first when the name is fixed, and the preview warns of the gap", async () => {
    const { emulator, stack, expectSame } = await startRouteStack({ program: routeProgram(plain) });
    succeeded(await stack.up());
    stack.program(routeProgram('name: "r", destRange: "10.2.0.0/16"'));
    expect(succeeded(await stack.preview())).toContain(
      'gce:Route "r": replacing it leaves 10.1.0.0/16 without this route until the new one exists',
    );
    succeeded(await stack.up());
    expect(mutations(emulator)).toEqual(["insert r", "delete r", "insert r"]);
    stack.program(routeProgram('name: "s", destRange: "10.2.0.0/16"'));
    succeeded(await stack.up());
    expect(mutations(emulator).slice(3)).toEqual(["insert s", "delete r"]);
    expectSame();
  });
});

it("reads a route that it does not manage, under every spelling of its id, and leaves it there", async () => {
  const ids = [
    routePath,
    `${project}/r`,
    "r",
    `https://www.googleapis.com/compute/v1/${routePath}`,
    `https://compute.googleapis.com/compute/v1/${routePath}`,
  ];
  const { emulator, stack, routes } = await startRouteStack({
    program: `${JSON.stringify(ids)}.forEach((id, n) => { exports["range" + n] = gce.Route.get("r" + n, id).destRange; });`,
  });
  emulator.objects.put(routePath, { destRange: "10.1.0.0/16", network: "n", nextHopIp: "10.0.0.9" });
  succeeded(await stack.up());
  expect(Object.values(await stack.outputs())).toEqual(ids.map(() => "10.1.0.0/16"));
  expect(new Set(stack.managed().map(({ id }) => id))).toEqual(new Set([routePath]));
  expect(emulator.requests().every(({ method }) => method === "GET")).toBe(true);
  succeeded(await stack.refresh());
  succeeded(await stack.destroy());
  expect(routes()).toEqual([routePath]);

  stack.program('gce.Route.get("gone", "nowhere");');
  expect(failed(await stack.preview())).toContain(
    'gce:Route "nowhere": read failed: projects/my-project/global/routes/nowhere does not exist.',
  );
});

it("keeps a change of only customTimeouts without a request, and a later delete obeys it", async () => {
  const { emulator, stack, routes } = await startRouteStack({ program: routeProgram(plain) });
  succeeded(await stack.up());
  emulator.clearRequests();
  stack.program(routeProgram(plain, 'customTimeouts: { delete: "1s" }'));
  succeeded(await stack.up());
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);
  expect(stack.managed()[0]?.outputs).toMatchObject({ __timeouts: { delete: "1s" } });
  emulator.latency({ byType: { delete: 20_000 } });
  const output = failed(await stack.destroy());
  expect(output).toContain("delete failed: not finished within 1s");
  expect(output).toContain("It stays recorded");
  expect(routes()).toEqual([routePath]);
  expect(stack.managed()).toHaveLength(1);
});

it("keeps what deletionPolicy PREVENT names, and forgets what ABANDON names", async () => {
  const { emulator, stack, routes } = await startRouteStack({
    program: routeProgram(plain),
    config: { "gcp:deletionPolicy": "PREVENT" },
  });
  succeeded(await stack.up());
  expect(failed(await stack.destroy())).toContain("it is not deleted, because its deletionPolicy is PREVENT");
  expect(stack.managed()).toHaveLength(1);
  emulator.clearRequests();
  stack.program(routeProgram(`${plain}, deletionPolicy: "ABANDON"`));
  succeeded(await stack.up());
  expect(succeeded(await stack.destroy())).toContain("left in place (deletionPolicy ABANDON)");
  expect(emulator.requests()).toEqual([]);
  expect(routes()).toEqual([routePath]);
});
