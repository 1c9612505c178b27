import { RoutesClient } from "@google-cloud/compute";
import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { emulatorForOfficialClient, project } from "../support/officialClient";

const route = {
  name: "egress",
  network: "global/networks/default",
  destRange: "2001:DB8::/32",
  priority: 900,
  tags: ["web"],
  nextHopGateway: `projects/${project}/global/gateways/default-internet-gateway`,
};

async function start(options: EmulatorOptions = {}) {
  const started = await emulatorForOfficialClient(options);
  const routes = new RoutesClient(started.settings);
  return {
    ...started,
    routes,
    async insertAll(...names: string[]): Promise<void> {
      for (const name of names)
        await started.finish(await routes.insert({ project, routeResource: { ...route, name } }));
    },
  };
}

describe("the official client over REST", () => {
  it("inserts, waits, reads and deletes a route", async () => {
    const { emulator, routes, finish } = await start({ latency: { defaultMs: 50 } });
    const requestId = "5f0c9a3e-1111-4222-8333-123456789abc";
    const insert = await routes.insert({ project, requestId, routeResource: route });
    expect((insert[0].latestResponse as { status?: string }).status).not.toBe("DONE");
    const done = await finish(insert);
    expect(done).toMatchObject({ progress: 100, operationType: "insert", clientOperationId: requestId });
    const [read] = await routes.get({ project, route: route.name });
    expect(read).toMatchObject({
      kind: "compute#route",
      id: done.targetId,
      destRange: "2001:db8::/32",
      network: `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/default`,
      routeType: "STATIC",
      routeStatus: "ACTIVE",
    });
    await finish(await routes.delete({ project, route: route.name }));
    await expect(routes.get({ project, route: route.name })).rejects.toMatchObject({ code: 404 });
    const sent = emulator.requests().map(({ method, path }) => `${method} ${path.split("/").slice(6).join("/")}`);
    expect(sent.map((each) => each.replace(/operation-[^/]+/, "OPERATION"))).toEqual([
      ...["POST routes", "POST operations/OPERATION/wait", "GET routes/egress"],
      ...["DELETE routes/egress", "POST operations/OPERATION/wait", "GET routes/egress"],
    ]);
  });

  it("follows the pages of a list", async () => {
    const { emulator, routes, insertAll } = await start();
    await insertAll("a", "b", "c", "d", "e");
    emulator.clearRequests();
    const names = [];
    for await (const { name } of routes.listAsync({ project, maxResults: 2 })) names.push(name);
    expect(names).toEqual(["a", "b", "c", "d", "e"]);
    expect(emulator.requests()).toHaveLength(3);
    const [newest] = await routes.list({ project, orderBy: "creationTimestamp desc" });
    expect(newest.map(({ name }) => name)).toEqual(["e", "d", "c", "b", "a"]);
  });

  it("reads the errors of an operation with their quota", async () => {
    const { emulator, routes, ended } = await start();
    emulator.quota({ routes: 0 });
    const errorDetails = [{ quotaInfo: { limit: 0 } }, { help: {} }, { localizedMessage: { locale: "en-US" } }];
    expect(await ended(await routes.insert({ project, routeResource: route }))).toMatchObject({
      status: "DONE",
      httpErrorStatusCode: 403,
      httpErrorMessage: "FORBIDDEN",
      error: { errors: [{ code: "QUOTA_EXCEEDED", errorDetails }] },
    });
  });
});
