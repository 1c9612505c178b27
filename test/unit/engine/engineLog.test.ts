import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connectToEngine, type EngineClient } from "../../../provider/src/engine/engineClient";
import { EngineLog } from "../../../provider/src/engine/engineLog";

// Test files share their modules: this one needs its own, and leaves none behind.
vi.hoisted(() => {
  vi.resetModules();
});
afterAll(() => {
  vi.resetModules();
});
vi.mock("../../../provider/src/engine/engineClient", () => ({ connectToEngine: vi.fn() }));

const urn = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
const stack = vi.fn<EngineClient["stack"]>();

beforeEach(() => {
  stack.mockReset();
  vi.mocked(connectToEngine).mockReset().mockReturnValue({ log: vi.fn(), stack });
});

describe("the URN of the stack", () => {
  it("follows from the URN of a resource, so that no busy engine has to answer", async () => {
    const of = (resource: string) => new EngineLog("127.0.0.1:1").about(resource).stack();
    expect(await of("urn:pulumi:dev::shop::my:Team$pulumi-nodejs:dynamic/gce:Route::r")).toBe(urn);
    expect(await of("urn:pulumi:a/b::shop.x::pulumi-nodejs:dynamic/gce:Route::a::b")).toBe(
      "urn:pulumi:a/b::shop.x::pulumi:pulumi:Stack::shop.x-a/b",
    );
    expect(stack).not.toHaveBeenCalled();
  });

  it("is requested once, by all logs and at the same time", async () => {
    stack.mockResolvedValue(urn);
    const log = new EngineLog("127.0.0.1:1");
    expect(await Promise.all([log.stack(), log.about("urn:a").stack()])).toEqual([urn, urn]);
    expect(await log.stack()).toBe(urn);
    expect(stack).toHaveBeenCalledTimes(1);
  });
});
