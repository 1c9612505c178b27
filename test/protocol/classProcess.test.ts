import { expect, it } from "vitest";
import { registeredKinds } from "../kinds/every";
import { canaryToken, declared, plainRoute, startRouteProvider } from "../support/routeProvider";
import { expectBudget } from "./budgets";

/*
 * The process of the classes as the engine starts it: the SDK's script, the entry of the package, its variables and its end.
 * All other tests of this room have it as an object in their own process.
 */

it("the process lives the life of every kind, by its own variables, and ends with the engine", async () => {
  const environment = {
    GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken,
    GOOGLE_PROJECT: "of-the-process",
    PULUMI_GCE_DEBUG: "1",
  };
  const { emulator, provider } = await startRouteProvider({
    environment,
    isSpawned: true,
    config: { "gcp:accessToken": "", "gcp:region": "us-central1", "gcp:zone": "us-central1-a" },
  });
  for (const kind of registeredKinds) await expectBudget(kind, emulator, provider);
  expect(provider.logs.map(({ message }) => message).join("\n")).toMatch(/: POST \S+\/routes\S*: 200 after \d+ ms/);
  await provider.restart({ "gcp:computeCustomEndpoint": emulator.endpoint });
  const { inputs } = await provider.check({}, declared("Route", plainRoute));
  expect(inputs.project).toBe("of-the-process");
  // It would make what nobody records.
  provider.engine.stop();
  expect(await provider.launched?.ended).toBe(1);
});
