import { beforeEach, describe, expect, it, vi } from "vitest";
import { clientOf, failureOf, getRequest, insertRequest, within } from "../../../support/computeCalls";
import { answers, later, refuses, resets, scriptedServer } from "../../../support/scriptedServer";

/** A short look now and then: a repeat would come within some hundred milliseconds. */
const soon = { interval: 5, timeout: 5_000 };

beforeEach(() => {
  // The longest pauses that the back-off can have: they must not be waited for.
  vi.spyOn(Math, "random").mockReturnValue(1);
  return () => vi.restoreAllMocks();
});

describe("a client that is closed", () => {
  it.each([
    ["trouble", refuses(503), { status: 503 }],
    ["a lost answer", resets(), { effect: "unknown" }],
    ["a rate limit", refuses(429), { status: 429 }],
    ["a long time to wait", refuses(503, undefined, "busy", { "retry-after": "20" }), { status: 503 }],
    ["a long time to wait for the rate", refuses(429, undefined, "slow", { "retry-after": "20" }), { status: 429 }],
  ])("does not repeat what met %s: that error is final", async (_what, script, expected) => {
    const server = await scriptedServer(script, answers(200, {}));
    const client = clientOf(server.origin);
    const end = failureOf(client.request(insertRequest, within(60_000)));
    await vi.waitFor(() => {
      expect(server.requests).toHaveLength(1);
    }, soon);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await client.close();
    expect(await end).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  it("lets the request that is under way come to its end", async () => {
    const server = await scriptedServer(later(200, answers(200, { name: "r" })));
    const client = clientOf(server.origin);
    const request = client.request(getRequest, within(5_000));
    await vi.waitFor(() => {
      expect(server.requests).toHaveLength(1);
    }, soon);
    await client.close();
    expect(await request).toEqual({ name: "r" });
  });

  it("sends nothing more, and says so immediately", async () => {
    const server = await scriptedServer(answers(200, {}));
    const client = clientOf(server.origin);
    await client.close();
    const error = await failureOf(client.request(getRequest, within(60_000)));
    expect(error).toMatchObject({ effect: "none", code: "CLOSED" });
    expect(server.requests).toEqual([]);
  });
});
