import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rulesWithoutBusy } from "../../../provider/src/http/retry";
import { clientOf, failureOf, insertRequest, within } from "../../support/computeCalls";
import { answers, refuses, resets, scriptedServer, truncates, type Script } from "../../support/scriptedServer";

beforeEach(() => {
  // The shortest pauses that the back-off can have.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the effect of a call that failed", () => {
  const refusal = refuses(400, "invalid");
  const notReady = refuses(400, "resourceNotReady");
  const networkBusy = refuses(
    400,
    "badRequest",
    "There is a route operation in progress on the local or peer network.",
  );

  it.each<[what: string, effect: string, scripts: Script[]]>([
    ["a refusal", "none", [refusal]],
    ["a refusal after a rate limit", "none", [refuses(429), refusal]],
    ["a refused permission after a lost answer", "unknown", [resets(), refuses(403, "forbidden")]],
    ["refused credentials after a lost answer", "unknown", [resets(), refuses(401)]],
    ["an existing object after a lost answer", "unknown", [truncates, refuses(409, "alreadyExists")]],
    ["a bad value after a lost answer", "unknown", [resets(), refusal]],
    ["a missing object after a lost answer", "unknown", [refuses(503), refuses(404)]],
    ["a stale fingerprint after a lost answer", "unknown", [resets(), refuses(412)]],
    ["a page's 400 after a lost answer", "unknown", [resets(), answers(400, "<p>")]],
    ["a page's 404 after a lost answer", "unknown", [resets(), answers(404, "<p>")]],
    ["another change of the object after a lost answer", "unknown", [resets(), notReady]],
    ["another change of the network after a lost answer", "unknown", [resets(), networkBusy]],
    ["another change of the object, without a lost answer", "none", [notReady]],
    ["a redirect after a lost answer", "unknown", [resets(), answers(307, "")]],
  ])("that is %s is %s", async (_what, effect, scripts) => {
    const server = await scriptedServer(...scripts);
    // Without the pauses to the deadline that such a refusal is otherwise repeated after.
    const context = { ...within(5_000), rules: scripts[0] === notReady ? rulesWithoutBusy : undefined };
    const error = await failureOf(clientOf(server.origin).request(insertRequest, context));
    expect(error.effect).toBe(effect);
    expect(server.requests).toHaveLength(scripts.length);
  });
});
