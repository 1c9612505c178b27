import { GlobalOperationsClient, NetworksClient, RoutesClient } from "@google-cloud/compute";
import { GoogleAuth, OAuth2Client } from "google-auth-library";
import { describe, expect, it, onTestFinished } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";

const project = "my-project";
const route = {
  name: "egress",
  network: "global/networks/default",
  destRange: "2001:DB8::/32",
  priority: 900,
  tags: ["web"],
  nextHopGateway: `projects/${project}/global/gateways/default-internet-gateway`,
};

type Authentication = NonNullable<NonNullable<ConstructorParameters<typeof RoutesClient>[0]>["auth"]>;

/** The official client over REST, on an emulator that ends with the test. */
async function start(options: Parameters<typeof startEmulator>[0] = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  const credentials = new OAuth2Client();
  credentials.setCredentials({ access_token: "test-token", expiry_date: Date.now() + 3_600_000 });
  const settings = {
    apiEndpoint: "127.0.0.1",
    port: Number(new URL(emulator.url).port),
    protocol: "http",
    fallback: "rest",
    // The client has a copy of the library of its own, whose class is another type with the same members.
    auth: new GoogleAuth({ authClient: credentials }) as unknown as Authentication,
  } as const;
  const routes = new RoutesClient(settings);
  const operations = new GlobalOperationsClient(settings);
  const networks = new NetworksClient(settings);
  return { emulator, routes, operations, networks };
}

/** What the client makes of an operation in an answer. */
interface ClientOperation {
  readonly name?: string | null;
  readonly status?: unknown;
  readonly error?: { readonly errors?: readonly { readonly code?: string | null }[] | null } | null;
}

const operationOf = (answer: { latestResponse?: unknown }) => answer.latestResponse as ClientOperation;

/** Inserts routes through the client and waits for each. */
async function insertAll({ routes, operations }: Awaited<ReturnType<typeof start>>, names: string[]): Promise<void> {
  for (const name of names) {
    const [insert] = await routes.insert({ project, routeResource: { ...route, name } });
    await operations.wait({ project, operation: operationOf(insert).name ?? "" });
  }
}

/** Names of all routes, with the pages that the client asked for. */
async function listNames(
  emulator: Emulator,
  routes: RoutesClient,
  request: Parameters<RoutesClient["listAsync"]>[0],
): Promise<{ names: (string | null | undefined)[]; requests: number }> {
  emulator.clearRequests();
  const names: (string | null | undefined)[] = [];
  for await (const { name } of routes.listAsync({ project, ...request })) {
    names.push(name);
  }
  return { names, requests: emulator.requests().length };
}

describe("the official client over REST", () => {
  it("inserts, waits, reads and deletes a route", async () => {
    const { emulator, routes, operations } = await start({ latency: { defaultMs: 50 } });
    const requestId = "5f0c9a3e-1111-4222-8333-123456789abc";
    const [insert] = await routes.insert({ project, requestId, routeResource: route });
    const { name, status } = operationOf(insert);
    expect(status).not.toBe("DONE");
    const [done] = await operations.wait({ project, operation: name ?? "" });
    expect(done).toMatchObject({
      name,
      status: "DONE",
      progress: 100,
      operationType: "insert",
      clientOperationId: requestId,
    });
    const [read] = await routes.get({ project, route: route.name });
    expect(read).toMatchObject({
      kind: "compute#route",
      id: done.targetId,
      destRange: "2001:db8::/32",
      network: `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/default`,
      routeType: "STATIC",
      routeStatus: "ACTIVE",
    });
    const [removal] = await routes.delete({ project, route: route.name });
    await operations.wait({ project, operation: operationOf(removal).name ?? "" });
    await expect(routes.get({ project, route: route.name })).rejects.toMatchObject({ code: 404 });
    expect(
      emulator
        .requests()
        .map(
          ({ method, path, status: answered }) => `${method} ${path.split("/").slice(5).join("/")} ${String(answered)}`,
        ),
    ).toEqual([
      "POST global/routes 200",
      `POST global/operations/${name ?? ""}/wait 200`,
      "GET global/routes/egress 200",
      "DELETE global/routes/egress 200",
      expect.stringMatching(/^POST global\/operations\/operation-.*\/wait 200$/),
      "GET global/routes/egress 404",
    ]);
  });

  it("follows the pages of a list", async () => {
    const client = await start();
    await insertAll(client, ["a", "b", "c", "d", "e"]);
    const { emulator, routes } = client;
    expect(await listNames(emulator, routes, { maxResults: 2 })).toEqual({
      names: ["a", "b", "c", "d", "e"],
      requests: 3,
    });
    const newest = await listNames(emulator, routes, { orderBy: "creationTimestamp desc", maxResults: 500 });
    expect(newest.names).toEqual(["e", "d", "c", "b", "a"]);
  });

  it.each([
    ["name = b", ["b"]],
    ["(name > a) (name <= c)", ["b", "c"]],
    ['(name = "a") OR (name = "c")', ["a", "c"]],
    ["tags:web AND name != a", ["b", "c"]],
    ["name eq [ab]", ["a", "b"]],
    ["name ne [ab]", ["c"]],
    ['(name eq "[a-z]") (name ne "c")', ["a", "b"]],
    ["name = nobody", []],
  ])("filters a list by %s", async (filter, expected) => {
    const client = await start();
    await insertAll(client, ["a", "b", "c"]);
    expect((await listNames(client.emulator, client.routes, { filter })).names).toEqual(expected);
  });

  it.each([
    ["an unknown filter field", (routes: RoutesClient) => routes.list({ project, filter: "nobody = 1" }), 400],
    [
      "a page that is too long",
      (routes: RoutesClient) => routes.list({ project, maxResults: 501 }, { autoPaginate: false }),
      400,
    ],
    ["a route that is not there", (routes: RoutesClient) => routes.get({ project, route: "gone" }), 404],
    ["a bad name", (routes: RoutesClient) => routes.insert({ project, routeResource: { ...route, name: "Bad" } }), 400],
    [
      "a network that is not there",
      (routes: RoutesClient) => routes.insert({ project, routeResource: { ...route, network: "global/networks/x" } }),
      404,
    ],
  ])("gets the status of %s", async (_what, request, code) => {
    const { routes } = await start();
    await expect(request(routes)).rejects.toMatchObject({ code });
  });

  it("gets 409 for a route that exists, and 401 and 403 for its token", async () => {
    const client = await start();
    await insertAll(client, ["egress"]);
    const { emulator, routes } = client;
    await expect(routes.insert({ project, routeResource: route })).rejects.toMatchObject({ code: 409 });
    emulator.tokens({ "test-token": { projects: ["another"] } });
    await expect(routes.get({ project, route: "egress" })).rejects.toMatchObject({ code: 403 });
    emulator.tokens({});
    await expect(routes.get({ project, route: "egress" })).rejects.toMatchObject({ code: 401 });
  });

  it("reads the errors of an operation with their quota", async () => {
    const { emulator, routes, operations } = await start();
    emulator.quota({ routes: 0 });
    const [insert] = await routes.insert({ project, routeResource: route });
    const [done] = await operations.wait({ project, operation: operationOf(insert).name ?? "" });
    expect(done).toMatchObject({
      status: "DONE",
      httpErrorStatusCode: 403,
      httpErrorMessage: "FORBIDDEN",
      error: {
        errors: [
          {
            code: "QUOTA_EXCEEDED",
            errorDetails: [{ quotaInfo: { limit: 0 } }, { help: {} }, { localizedMessage: { locale: "en-US" } }],
          },
        ],
      },
    });
  });

  it("makes, lists and deletes networks", async () => {
    const { networks, operations } = await start();
    const [insert] = await networks.insert({
      project,
      networkResource: { name: "n", autoCreateSubnetworks: false, mtu: 1500 },
    });
    await operations.wait({ project, operation: operationOf(insert).name ?? "" });
    expect((await networks.get({ project, network: "n" }))[0]).toMatchObject({
      mtu: 1500,
      autoCreateSubnetworks: false,
    });
    expect((await networks.list({ project }))[0].map(({ name }) => name)).toEqual(["default", "n"]);
    const [removal] = await networks.delete({ project, network: "n" });
    await operations.wait({ project, operation: operationOf(removal).name ?? "" });
    await expect(networks.get({ project, network: "n" })).rejects.toMatchObject({ code: 404 });
  });

  it("knows every field that the emulator shows", async () => {
    const client = await start();
    await insertAll(client, ["egress"]);
    const { emulator, routes, networks } = client;
    const { Route, Network } = (await import("@google-cloud/compute")).protos.google.cloud.compute.v1;
    const [shownRoute] = emulator.objects.list(`projects/${project}/global/routes`);
    const [shownNetwork] = emulator.objects.list(`projects/${project}/global/networks`);
    expect(Route.verify({ ...shownRoute?.object, id: 1 })).toBeNull();
    expect(Network.verify({ ...shownNetwork?.object, id: 1 })).toBeNull();
    const known = (message: object, shown: object) => Object.keys(shown).filter((field) => !(field in message));
    expect(known((await routes.get({ project, route: "egress" }))[0], shownRoute?.object ?? {})).toEqual([]);
    expect(known((await networks.get({ project, network: "default" }))[0], shownNetwork?.object ?? {})).toEqual([]);
  });
});
