import { describe, expect, it } from "vitest";
import { getAssociation } from "../../provider/src/compute/endpoints/networkFirewallPolicies";
import * as operations from "../../provider/src/compute/endpoints/operations";
import { path } from "../../provider/src/names/path";
import { createClient, within } from "../support/computeCalls";
import { hostileTexts } from "../support/hostileValues";
import { fc } from "../support/property";
import { answers, scriptedServer } from "../support/scriptedServer";

// Its time begins when the file is loaded.
const context = within(600_000);

const segment = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary" }), fc.string());

/** The path that is made; `undefined` where it is refused in words. */
function made(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    expect(String(error)).toMatch(/cannot be part of a request path|without naming the operation/);
    return undefined;
  }
}

describe("a path", () => {
  it("has exactly its own segments, with any names", () => {
    fc.assert(
      fc.property(segment, segment, (project, name) => {
        const route = made(() => path`projects/${project}/global/routes/${name}`);
        const operation = made(() => operations.operationPath(project, { name }));
        for (const [found, kind] of [
          [route, "routes"],
          [operation, "operations"],
        ] as const) {
          if (found === undefined) continue;
          expect(found.split("/").map(decodeURIComponent)).toEqual(["projects", project, "global", kind, name]);
          expect(found).toMatch(/^[\w.!~*'()%/-]+$/);
          // A URL parser that resolves dots, such as that of a proxy, comes to the same path.
          expect(new URL(`https://host/${found}`).pathname).toBe(`/${found}`);
        }
      }),
    );
  });

  it("and a query have hostile names as the one segment and the one parameter that they are", async () => {
    const server = await scriptedServer(answers(200, {}));
    const client = createClient(server.origin);
    for (const name of hostileTexts.filter((text) => text !== "" && text !== ".." && text.isWellFormed())) {
      await getAssociation(client, { project: "p", policy: name }, name, context);
      const { pathname, searchParams } = new URL(server.requests.at(-1)?.url ?? "", server.origin);
      const [policy, method] = pathname.split("/").slice(7);
      expect([decodeURIComponent(policy ?? ""), method]).toEqual([name, "getAssociation"]);
      expect([...searchParams]).toEqual([["name", name]]);
    }
  });
});

describe("an operation", () => {
  it.each([
    "projects/p/global/operations/../routes/r",
    "projects/p/global/operations/%2e%2e",
    "projects/../global/operations/o",
    "projects/p/global/operations/o?alt=media",
    "projects/p/global/routes/r",
    "https://evil.example/projects/p/global/operations/o",
    "projects/p/global/operations/o\r\nx: y",
    "",
  ])("of a state is not sent if it is not a path: %j", async (operation) => {
    const server = await scriptedServer(answers(200, {}));
    for (const call of [operations.waitOperation, operations.getOperation]) {
      await expect(call(createClient(server.origin), operation, context)).rejects.toThrow(
        "is not the path of an operation",
      );
    }
    expect(server.requests).toEqual([]);
  });

  it.each(["https://e/regions/x%2f..", "us-central1?x", "regions/r\0", "..", "regions/"])(
    "at a place that is none is no operation: %j",
    (place) => {
      for (const scope of [{ region: place }, { zone: place }])
        expect(() => operations.operationPath("p", { name: "o", ...scope })).toThrow("without naming the operation");
    },
  );

  it("is looked for by a request id that cannot become a part of the filter", async () => {
    const server = await scriptedServer(answers(200, {}));
    await operations.findOperationByRequestId(
      createClient(server.origin),
      "projects/p/global",
      'x" OR name = "y',
      context,
    );
    const { searchParams } = new URL(server.requests[0]?.url ?? "", server.origin);
    expect(searchParams.get("filter")).toBe('clientOperationId = "xORnamey"');
  });
});
