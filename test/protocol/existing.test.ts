import { describe, expect, it } from "vitest";
import {
  failureOf,
  partialFailureOf,
  plainRoute,
  project,
  routePath,
  startRouteProvider,
  type RouteProvider,
} from "../support/routeProvider";

const link = `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/default`;

/** A route under the name that the program uses, as the service stores it. */
function put(route: RouteProvider, fields: object = {}) {
  return route.emulator.objects.put(routePath, { ...plainRoute, network: link, priority: 1000, ...fields });
}

describe("a create of a name that is taken", () => {
  it("is refused without adoptExisting, and the error names adoptExisting", async () => {
    const route = await startRouteProvider();
    put(route);
    const { message, partial } = await failureOf(route.provider.create(await route.inputs()));
    expect(message).toContain("an object of that name exists already");
    expect(message).toContain("set the option aliases. To take over any other object, set adoptExisting: true");
    expect(message).toContain("Nothing was created.");
    expect(partial).toBeUndefined();
  });

  it("takes over the object with adoptExisting when it is the same, and says what destroy does", async () => {
    const route = await startRouteProvider();
    const { id } = put(route, { tags: ["b", "a"] });
    const adopting = { ...plainRoute, tags: ["a", "b"], adoptExisting: true };
    const { outs } = await route.provider.create(
      await route.inputs({ ...adopting, params: { resourceManagerTags: { a: "b" } } }),
    );
    expect(outs.numericId).toBe(id);
    expect(outs).not.toHaveProperty("adoptExisting");
    expect(route.provider.logs.map(({ message }) => message).join()).toContain(
      "The resource adopted it, so destroy deletes it",
    );
    expect(route.requests()).toEqual(["POST routes", "GET routes/r"]);
  });

  it.each([false, true])("names every field that differs (adoptExisting: %s)", async (adoptExisting) => {
    const route = await startRouteProvider();
    put(route, { priority: 5, destRange: "10.7.0.0/16", tags: ["x"] });
    const { message, partial } = await failureOf(
      route.provider.create(await route.inputs({ ...plainRoute, adoptExisting })),
    );
    expect(message).toContain("priority is 5 at the service and 1000 in the program");
    expect(message).toContain('destRange is "10.7.0.0/16" at the service and "10.1.0.0/16" in the program');
    expect(message).toContain('tags is ["x"] at the service and [] in the program');
    expect(message).not.toContain("network is");
    expect(partial).toBeUndefined();
    expect(route.emulator.objects.get(routePath)).toMatchObject({ priority: 5 });
  });
});

it("an object that somebody deletes and makes again before it is read back is not recorded, and the error says so", async () => {
  const route = await startRouteProvider();
  // Until the first look has seen the second object, no answer arrives.
  route.emulator.fault({ match: { method: "GET", path: "/routes/r$" }, fault: { kind: "delay", ms: 500 } });
  const creating = partialFailureOf(route.provider.create(await route.inputs(plainRoute, { create: "5s" })));
  await expect.poll(() => route.requests()).toContain("GET routes/r");
  route.emulator.objects.delete(routePath);
  const theirs = put(route);
  const { message, properties } = await creating;
  expect(message).toContain(
    `the object of that name (numeric id ${String(theirs.id)}) is not the one that is recorded`,
  );
  expect(message).toContain("somebody has deleted that one and made another");
  expect(properties.numericId).not.toBe(theirs.id);
});

describe("a create whose name belongs to an object that is being created or deleted", () => {
  const taken = {
    kind: "status",
    status: 409,
    reason: "alreadyExists",
    message: "The resource already exists",
  } as const;

  it("waits until that ends, and then creates the object", async () => {
    const { emulator, provider, inputs, requests, routes } = await startRouteProvider();
    emulator.fault({ match: { method: "POST", path: "/routes$" }, times: 2, fault: taken });
    await provider.create(await inputs());
    const refused = ["POST routes", "GET routes/r"];
    expect(requests()).toEqual([...refused, ...refused, "POST routes", "POST wait", "GET routes/r"]);
    expect(routes()).toEqual([routePath]);
    expect(provider.logs).toContainEqual({
      severity: "info",
      ephemeral: true,
      message: expect.stringContaining("creates or deletes an object of that name") as string,
    });
  });
});

describe("read", () => {
  it.each([
    { status: 401, reason: "authError" },
    { status: 403, reason: "forbidden" },
    { status: 503, reason: "backendError" },
  ])("fails for $status and so keeps what is recorded", async ({ status, reason }) => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const { id, outs } = await provider.create(await inputs(plainRoute, { create: "1s" }));
    emulator.fault({ times: "always", fault: { kind: "status", status, reason, message: "no" } });
    const { message } = await failureOf(provider.read(id, outs));
    expect(message).toContain('gce:Route "r": read failed: ');
    if (status < 500) expect(message).toContain(`HTTP ${String(status)} ${reason}: no`);
    expect(message).toContain("The recorded state is unchanged.");
  });

  it("returns the inputs that describe a change, and no inputs without a change", async () => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const checked = await inputs({ ...plainRoute, tags: ["a", "b"] }, { delete: "1m" });
    const { id, outs } = await provider.create(checked);
    expect(await provider.read(id, outs)).toEqual({ id, props: outs, inputs: undefined });
    emulator.objects.patch(routePath, { tags: ["b", "a"] });
    expect((await provider.read(id, outs)).inputs).toBeUndefined();

    emulator.objects.patch(routePath, { priority: 7, description: "theirs" });
    const drifted = await provider.read(id, outs);
    expect(drifted.inputs).toEqual({
      ...checked,
      network: link,
      tags: ["b", "a"],
      priority: 7,
      description: "theirs",
    });
    expect(await provider.diff(id, drifted.props, checked)).toMatchObject({
      changes: true,
      replaces: ["description", "priority"],
    });
  });

  it("keeps the program's spelling of unchanged inputs", async () => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const said = { ...plainRoute, network: "global/networks/default", nextHopInstanceZone: "us-central1-a" };
    const recorded = await inputs({ ...said, tags: ["b", "a"] });
    const { id, outs } = await provider.create(recorded);
    emulator.objects.patch(routePath, { priority: 7, description: "theirs" });
    const { inputs: found } = await provider.read(id, outs, recorded);
    expect(found).toEqual({ ...recorded, priority: 7, description: "theirs" });
  });

  it("does not report values that the service filled in as drift", async () => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const { nextHopIp, ...others } = plainRoute;
    const checked = await inputs({ ...others, nextHopVpnTunnel: "projects/my-project/regions/r1/vpnTunnels/t" });
    const { id, outs } = await provider.create(checked);
    emulator.objects.patch(routePath, { nextHopIp });
    const read = await provider.read(id, outs);
    expect(read.inputs).toBeUndefined();
    expect(await provider.diff(id, read.props, checked)).toMatchObject({ changes: false });
  });

  it.each([
    routePath,
    `${project}/r`,
    "r",
    `https://compute.googleapis.com/compute/v1/${routePath}`,
    `https://www.googleapis.com/compute/v1/${routePath}`,
  ])("finds a route that is not managed by the id %s", async (id) => {
    const route = await startRouteProvider();
    const { id: numericId } = put(route);
    const read = await route.provider.read(id, { __provider: (await route.inputs()).__provider });
    expect(read).toMatchObject({ id: routePath, props: { numericId, project, name: "r" }, inputs: undefined });
  });

  it("fails for a route that is not managed and does not exist", async () => {
    const { provider, inputs } = await startRouteProvider();
    const { message } = await failureOf(provider.read("nowhere", { __provider: (await inputs()).__provider }));
    expect(message).toBe('gce:Route "nowhere": read failed: projects/my-project/global/routes/nowhere does not exist.');
  });

  it("refuses an invalid id, and shows the valid forms", async () => {
    const { provider, inputs } = await startRouteProvider();
    const { message } = await failureOf(provider.read("a/b/c", { __provider: (await inputs()).__provider }));
    expect(message).toContain('"a/b/c" is not the id of a route');
    expect(message).toContain("PROJECT/NAME");
  });
});

describe("delete", () => {
  it("waits for the operation, with the timeout that is recorded", async () => {
    const { provider, inputs, emulator, requests, routes } = await startRouteProvider({ latency: { defaultMs: 100 } });
    const { id, outs } = await provider.create(await inputs(plainRoute, { delete: "3s" }));
    emulator.clearRequests();
    emulator.latency({ byType: { delete: 9000 } });
    const { message } = await failureOf(provider.delete(id, outs));
    expect(message).toContain("delete failed: not finished within 3s");
    expect(message).toContain("It stays recorded");
    expect(message).not.toContain("it was recorded");
    expect(requests()).toEqual(["GET routes/r", "DELETE routes/r", "POST wait"]);
    await provider.delete(id, { ...outs, __timeouts: { delete: "20s" } });
    expect(routes()).toEqual([]);
  });

  it.each([
    ["RESOURCE_NOT_FOUND", [{ code: "RESOURCE_NOT_FOUND", message: "was not found" }], undefined],
    ["HTTP 404", [{ code: "OTHER", message: "was not found" }], 404],
  ])("is a success when its operation ends in %s", async (_end, errors, httpErrorStatusCode) => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const { id, outs } = await provider.create(await inputs());
    emulator.clearRequests();
    const status = httpErrorStatusCode === undefined ? {} : { httpErrorStatusCode };
    emulator.fault({ match: { method: "DELETE" }, fault: { kind: "operationError", errors, ...status } });
    await provider.delete(id, outs);
    expect(emulator.requests().map(({ method }) => method)).toEqual(["GET", "DELETE", "POST"]);
    expect(emulator.operations().at(-1)?.operation.error).toEqual({ errors });
  });

  it("shows why the service keeps the route", async () => {
    const { provider, inputs, emulator, routes } = await startRouteProvider();
    const { id, outs } = await provider.create(await inputs());
    emulator.fault({
      match: { method: "DELETE" },
      fault: {
        kind: "status",
        status: 400,
        reason: "resourceInUseByAnotherResource",
        message: "The route resource is already being used by 'projects/p/global/x/y'",
      },
    });
    const { message } = await failureOf(provider.delete(id, outs));
    expect(message).toContain("HTTP 400 resourceInUseByAnotherResource");
    expect(message).toContain("projects/p/global/x/y");
    expect(message).toContain("It stays recorded");
    expect(routes()).toEqual([routePath]);
  });

  it("is refused by PREVENT and does nothing under ABANDON, without a request", async () => {
    const { provider, inputs, emulator, requests, routes } = await startRouteProvider();
    const { id, outs } = await provider.create(await inputs());
    emulator.clearRequests();
    const { message } = await failureOf(provider.delete(id, { ...outs, deletionPolicy: "PREVENT" }));
    expect(message).toContain("deletionPolicy is PREVENT");
    await provider.delete(id, { ...outs, deletionPolicy: "ABANDON" });
    expect(provider.logs.at(-1)?.message).toContain("left in place");
    expect(requests()).toEqual([]);
    expect(routes()).toEqual([routePath]);
  });
});
