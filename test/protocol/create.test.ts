import { createServer, connect, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { failureOf, plainRoute, project, routePath, startRouteProvider } from "../support/routeProvider";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const root = "https://www.googleapis.com/compute/v1";

describe("the requests of a create", () => {
  it.each([0, 50, 900])("are insert, wait and get for an operation of %d ms", async (defaultMs) => {
    const { provider, inputs, requests } = await startRouteProvider({ latency: { defaultMs } });
    const { id } = await provider.create(await inputs());
    expect(id).toBe(routePath);
    expect(requests()).toEqual(["POST routes", "POST wait", "GET routes/r"]);
  });

  it("have one wait for each deadline of the server that the operation outlasts", async () => {
    const { provider, inputs, requests } = await startRouteProvider({
      latency: { defaultMs: 1300 },
      waitDeadlineMs: 300,
    });
    await provider.create(await inputs());
    expect(requests()).toEqual(["POST routes", ...Array<string>(4).fill("POST wait"), "GET routes/r"]);
  });

  it("have no wait when the first answer is DONE", async () => {
    const { emulator, provider, inputs, requests } = await startRouteProvider();
    emulator.fault({ fault: { kind: "doneAtOnce" } });
    await provider.create(await inputs());
    expect(requests()).toEqual(["POST routes", "GET routes/r"]);
  });

  it("carry the whole body in the service's spelling, and a random request id", async () => {
    const { emulator, provider, inputs } = await startRouteProvider();
    await provider.create(await inputs({ ...plainRoute, destRange: "2001:DB8:0::/32", nextHopIp: "2001:DB8::1" }));
    await provider.create(
      await inputs({
        name: "all",
        description: "to the office",
        network: `projects/${project}/global/networks/default`,
        destRange: "10.2.0.0/16",
        priority: 7,
        tags: ["web", "api"],
        nextHopGateway: "default-internet-gateway",
        params: { resourceManagerTags: { "tagKeys/1": "tagValues/2" } },
      }),
    );
    const [first, second] = emulator.requests().filter(({ method, path }) => method === "POST" && !/wait$/.test(path));
    expect(first?.body).toEqual({
      name: "r",
      network: `${root}/projects/${project}/global/networks/default`,
      tags: [],
      destRange: "2001:db8::/32",
      priority: 1000,
      nextHopIp: "2001:db8::1",
    });
    expect(second?.body).toEqual({
      name: "all",
      description: "to the office",
      network: `${root}/projects/${project}/global/networks/default`,
      destRange: "10.2.0.0/16",
      priority: 7,
      tags: ["web", "api"],
      nextHopGateway: `${root}/projects/${project}/global/gateways/default-internet-gateway`,
      params: { resourceManagerTags: { "tagKeys/1": "tagValues/2" } },
    });
    expect(Object.keys(first?.query ?? {})).toEqual(["requestId"]);
    expect(first?.query.requestId).toMatch(uuid);
    expect(second?.query.requestId).toMatch(uuid);
    expect(second?.query.requestId).not.toBe(first?.query.requestId);
  });
});

it("keeps as outputs what the service has, and the settings that later steps need", async () => {
  const { emulator, provider, inputs } = await startRouteProvider();
  const { outs } = await provider.create(
    await inputs(
      { ...plainRoute, deletionPolicy: "ABANDON", adoptExisting: false, params: { resourceManagerTags: { a: "b" } } },
      { delete: "1m" },
    ),
  );
  const { __provider, creationTimestamp, ...rest } = outs;
  expect(__provider).toBe(loader("Route"));
  expect(creationTimestamp).toMatch(/^\d{4}-/);
  expect(rest).toEqual({
    project,
    name: "r",
    network: `${root}/projects/${project}/global/networks/default`,
    destRange: "10.1.0.0/16",
    priority: 1000,
    nextHopIp: "10.0.0.9",
    kind: "compute#route",
    numericId: emulator.objects.get(routePath)?.id,
    selfLink: `${root}/${routePath}`,
    routeType: "STATIC",
    routeStatus: "ACTIVE",
    deletionPolicy: "ABANDON",
    __timeouts: { delete: "1m" },
  });
});

describe("the messages during a create", () => {
  it("are the warnings of the operation and of the route, and repeats as debug messages", async () => {
    const { emulator, provider, inputs } = await startRouteProvider({ latency: { defaultMs: 20 } });
    emulator.fault({
      fault: { kind: "operationWarnings", warnings: [{ code: "DEPRECATED_RESOURCE_USED", message: "old network" }] },
    });
    emulator.fault({
      fault: {
        kind: "resourceWarnings",
        warnings: [{ code: "NEXT_HOP_NOT_RUNNING", message: "it is off", data: [{ key: "instance", value: "vm" }] }],
      },
    });
    emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 503, message: "try later" } });
    await provider.create(await inputs());
    const said = (severity: string) => provider.logs.filter((log) => log.severity === severity && !log.ephemeral);
    expect(said("warning").map(({ message }) => message)).toEqual([
      'gce:Route "r": DEPRECATED_RESOURCE_USED: old network',
      'gce:Route "r": NEXT_HOP_NOT_RUNNING: it is off (instance=vm)',
    ]);
    expect(said("debug")[0]?.message).toMatch(/^gce:Route "r": the service has trouble; trying again \(attempt 2\)/);
  });

  it("include a temporary status now and then while an operation takes long", async () => {
    const { provider, inputs } = await startRouteProvider({ latency: { defaultMs: 6500 } });
    const beganMs = performance.now();
    await provider.create(await inputs());
    const statuses = () => provider.logs.filter(({ severity }) => severity !== "debug");
    // A status that does not stay may arrive after the answer. A machine that stands still for a while sees more of them.
    await expect
      .poll(() => statuses().slice(-2))
      .toEqual([
        {
          severity: "info",
          ephemeral: true,
          message: expect.stringMatching(
            /^gce:Route "r": insert is running at the service, \d+s of at most 20m$/,
          ) as string,
        },
        // The last status is what the summary shows beside the duration.
        {
          severity: "info",
          ephemeral: true,
          message: "https://www.googleapis.com/compute/v1/projects/my-project/global/routes/r",
        },
      ]);
    expect(statuses().length).toBeLessThanOrEqual(1 + (performance.now() - beganMs) / 5_000);
  });
});

it("ends at the deadline that the engine sends, if the inputs have none", async () => {
  const { provider, inputs } = await startRouteProvider({ latency: { defaultMs: 20_000 } });
  provider.createTimeoutSeconds = 1;
  const { message } = await failureOf(provider.create(await inputs()));
  expect(message).toContain("not finished within 1s");
  provider.createTimeoutSeconds = 600;
  const own = await failureOf(provider.create(await inputs({ ...plainRoute, name: "own" }, { create: "1s" })));
  expect(own.message).toContain("not finished within 1s");
});

it("creates 200 routes at the same time over one pool of connections", async () => {
  let connections = 0;
  const counter = createServer();
  onTestFinished(() => {
    counter.close();
  });
  await new Promise<void>((resolve) => counter.listen(0, "127.0.0.1", resolve));
  const { emulator, provider, inputs, routes, requests } = await startRouteProvider({
    latency: { defaultMs: 300 },
    endpoint: ({ url, endpoint }) =>
      endpoint.replace(new URL(url).port, String((counter.address() as AddressInfo).port)),
  });
  counter.on("connection", (socket) => {
    connections += 1;
    const onward = connect(Number(new URL(emulator.url).port), "127.0.0.1");
    socket.on("error", () => onward.destroy()).pipe(onward);
    onward.on("error", () => socket.destroy()).pipe(socket);
  });
  const names = Array.from({ length: 200 }, (_, index) => `r-${String(index)}`);
  const all = await Promise.all(names.map((name) => inputs({ ...plainRoute, name })));
  const made = await Promise.all(all.map((each) => provider.create(each)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(200);
  expect(routes()).toHaveLength(200);
  expect(requests()).toHaveLength(600);
  // A pool that opens one for each request, or one pool for each resource, would need 600.
  expect(connections).toBeLessThan(400);
});

describe("a create that the service refuses", () => {
  it.each([
    { status: 403, reason: "forbidden", says: ["HTTP 403 forbidden: no", "compute.routes.create", "Nothing was"] },
    { status: 400, reason: "invalid", says: ["HTTP 400 invalid: no", "Nothing was created."] },
    { status: 401, reason: "authError", says: ["The credentials were refused", "GOOGLE_OAUTH_ACCESS_TOKEN"] },
  ])("says why for $status $reason, sends it once, and records nothing", async ({ status, reason, says }) => {
    const { emulator, provider, inputs, requests } = await startRouteProvider();
    emulator.fault({ times: "always", fault: { kind: "status", status, reason, message: "no" } });
    const { message, partial } = await failureOf(provider.create(await inputs()));
    for (const part of says) expect(message).toContain(part);
    expect(partial).toBeUndefined();
    expect(requests()).toEqual(["POST routes"]);
  });
});
