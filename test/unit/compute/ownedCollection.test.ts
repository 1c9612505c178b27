import { describe, expect, it } from "vitest";
import { getObject } from "../../../provider/src/compute/objects";
import { deleteObject, insertObject } from "../../../provider/src/compute/ownedCollection";
import { route } from "../../../provider/src/resources/route/definition";
import { clientOf, failureOf, within } from "../../support/computeCalls";
import { answers, refuses, scriptedServer } from "../../support/scriptedServer";

const body = { name: "r", network: "global/networks/n", tags: [], destRange: "10.0.0.0/8", priority: 1000 };
const call = () => within(5_000);
const routes = required(route.collection);

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("It is missing.");
  return value;
}

describe("a route", () => {
  it("is inserted, read and deleted with the requests of the specification", async () => {
    const operation = answers(200, { name: "operation-1" });
    const server = await scriptedServer(operation, answers(200, body), operation);
    const client = clientOf(server.origin, { userProject: true });
    await insertObject(client, routes, { project: "p" }, body, "id-1", call());
    await getObject(client, routes, { project: "p", name: "r" }, call());
    await deleteObject(client, routes, { project: "p", name: "r" }, "id-2", call());
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /compute/v1/projects/p/global/routes?requestId=id-1",
      "GET /compute/v1/projects/p/global/routes/r",
      "DELETE /compute/v1/projects/p/global/routes/r?requestId=id-2",
    ]);
    expect(server.requests.map((request) => request.body)).toEqual([JSON.stringify(body), "", ""]);
    expect(server.requests.map(({ headers }) => headers["x-goog-user-project"])).toEqual(["p", "p", "p"]);
  });

  it.each<[what: string, body: Record<string, unknown>, permissions: string]>([
    ["a plain one", body, "at least one of compute.routes.create and compute.networks.updatePolicy"],
    [
      "one to an instance",
      { ...body, nextHopInstance: "zones/z/instances/i" },
      "at least one of compute.routes.create and compute.networks.updatePolicy, compute.instances.use",
    ],
  ])("that may not be made says what %s needs", async (_what, sent, permissions) => {
    const server = await scriptedServer(refuses(403, "forbidden"));
    const error = await failureOf(insertObject(clientOf(server.origin), routes, { project: "p" }, sent, "id", call()));
    expect(error.message).toBe("insert projects/p/global/routes/r failed: HTTP 403 forbidden: refused with 403");
    expect(error.fault).toEqual({ kind: "permissionMissing", permissions: permissions.split(", ") });
  });
});
