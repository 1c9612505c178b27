import { describe, expect, it } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import {
  findOperationByRequestId,
  operationPath,
  type Operation,
} from "../../../provider/src/compute/endpoints/operations";
import { clientOf, within } from "../../support/computeCalls";
import { answers, scriptedServer } from "../../support/scriptedServer";

const root = "https://www.googleapis.com/compute/v1/projects/p";
const running: Operation = { kind: "compute#operation", name: "operation-1", status: "RUNNING" };

describe("an operation's path", () => {
  it.each<[scope: string, operation: Operation, expected: string]>([
    ["global", running, "projects/p/global/operations/operation-1"],
    [
      "a region",
      { ...running, region: `${root}/regions/europe-west1` },
      "projects/p/regions/europe-west1/operations/operation-1",
    ],
    [
      "a zone",
      { ...running, zone: `${root}/zones/europe-west1-b` },
      "projects/p/zones/europe-west1-b/operations/operation-1",
    ],
  ])("is that of its scope: %s", (_scope, operation, expected) => {
    expect(operationPath("p", operation)).toBe(expected);
  });

  it.each([{}, { name: "" }, { name: 5 }])("cannot be made of %j, which may be anybody's answer", (answer) => {
    expect(() => operationPath("p", answer as Operation)).toThrow(
      expect.objectContaining({ name: "MalformedAnswerError", effect: "unknown" }),
    );
  });
});

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
