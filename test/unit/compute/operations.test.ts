import { describe, expect, it } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import { findOperationByRequestId, type Operation } from "../../../provider/src/compute/endpoints/operations";
import { clientOf, within } from "../../support/computeCalls";
import { answers, scriptedServer } from "../../support/scriptedServer";

const running: Operation = { kind: "compute#operation", name: "operation-1", status: "RUNNING" };

describe("the operation of a request id", () => {
  const find = (client: ComputeClient, scope = "projects/p/global") =>
    findOperationByRequestId(client, scope, "id-1", within(5_000));

  it("is found by a filter, also after empty pages", async () => {
    const mine = { ...running, clientOperationId: "id-1" };
    const server = await scriptedServer(
      answers(200, { nextPageToken: "t1" }),
      answers(200, { items: [{ ...running, clientOperationId: "id-2" }], nextPageToken: "t2" }),
      answers(200, { items: [mine], nextPageToken: "t3" }),
    );
    expect(await find(clientOf(server.origin))).toEqual(mine);
    const asked = server.requests.map(({ url }) => new URL(url, server.origin));
    expect(asked.map(({ pathname }) => pathname)).toEqual(Array(3).fill("/compute/v1/projects/p/global/operations"));
    expect(asked.map(({ searchParams }) => searchParams.get("pageToken"))).toEqual([null, "t1", "t2"]);
    expect(asked[0]?.searchParams.get("filter")).toBe('clientOperationId = "id-1"');
  });
});
