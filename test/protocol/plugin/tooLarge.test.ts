import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { startPlugin } from "../../support/pluginProcess";
import { struct, type Properties, type ProviderProcess } from "../../support/providerProcess";
import {
  checkedRoute,
  captureFailure,
  plainRoute,
  routePath,
  routesPath,
  startRouteProvider,
} from "../../support/routeProvider";
import { startRelay, type Lie } from "../../support/relay";

/** 4 MB of members that are small as text: as the library's messages, they are 1.5 GB. */
const small = `[${'{"a":1},'.repeat(500_000)}{"a":1}]`;
/** That of a small machine. */
const heap = { NODE_OPTIONS: "--max-old-space-size=512" };
const bigPath = `${routesPath}/big`;

const lie: Lie = (method, path) => {
  if (method === "GET" && path.endsWith("/routes/big")) return (answer) => `{"warnings":${small},${answer.slice(1)}`;
  if (path.endsWith("/locations/global/operations")) return () => `{"items":${small}}`;
  return undefined;
};

/** A process of either face over a service that lies, whose operations do not end by themselves. */
async function start(face: "class" | "plugin") {
  const relay = await startRelay(lie);
  const latency = { defaultMs: 600_000 };
  const { emulator, provider, inputs } =
    face === "class"
      ? await startRouteProvider({
          latency,
          environment: heap,
          config: { "gcp:computeCustomEndpoint": relay.endpoint },
        })
      : await startPlugin({ latency, environment: heap, config: { computeCustomEndpoint: relay.endpoint } });
  relay.leadsTo(emulator.endpoint);
  return { emulator, provider, inputs: (args: Properties) => inputs(args) };
}

/** Attacks while a create is under way; the create has to come to its end after it. */
async function besideCreate(
  {
    emulator,
    provider,
    inputs,
  }: { emulator: Emulator; provider: ProviderProcess; inputs: (args: Properties) => Promise<Properties> },
  attack: () => Promise<void>,
): Promise<void> {
  const creating = provider.create(await inputs(plainRoute));
  await expect.poll(() => emulator.requests().some(({ method }) => method === "POST")).toBe(true);
  await attack();
  emulator.finishOperations();
  const { id, outs } = await creating;
  expect({ id, outs }).toMatchObject({ id: routePath, outs: checkedRoute });
}

it.each(["class", "plugin"] as const)("of a %s, 4 MB of warnings are left out, beside a create", async (face) => {
  const started = await start(face);
  const { emulator, provider, inputs } = started;
  emulator.objects.put(bigPath, { ...checkedRoute, name: "big" });
  await besideCreate(started, async () => {
    const { id, props } = await provider.read(bigPath, await inputs({ ...plainRoute, name: "big" }));
    expect(id).toBe(bigPath);
    expect(props).toMatchObject({ ...checkedRoute, name: "big" });
    expect(props).not.toHaveProperty("warnings");
    expect((await provider.read(bigPath, props)).props).toEqual(props);
  });
  const words =
    'gce:Route "big": not recorded, because the object is too large: warnings. It has 3.81 MiB of JSON and ';
  await expect.poll(() => provider.logs.map(({ message }) => message).join("\n")).toContain(words);
});

it.each(["class", "plugin"] as const)("of a %s, a create that is answered so is recorded", async (face) => {
  const { emulator, provider, inputs } = await start(face);
  emulator.latency({ defaultMs: 0 });
  const news = await inputs({ ...plainRoute, name: "big" });
  const { id, outs } = await provider.create(news);
  expect(emulator.objects.get(bigPath)).toBeDefined();
  expect(id).toBe(bigPath);
  expect(await provider.diff(id, outs, news)).toMatchObject({ changes: false, replaces: [] });
});

it("a list of 4 MB is refused in words, beside a create", async () => {
  const started = await start("plugin");
  const { provider } = started;
  await besideCreate(started, async () => {
    const request = new messages.InvokeRequest().setTok("gce:index:getOrganizationOperations");
    const calling = provider.call("invoke", request.setArgs(struct({ parentId: "organizations/1" })));
    const { message } = await captureFailure(calling as Promise<never>);
    expect(message).toMatch(/ failed after 1 page with 500001 operations: the result has 3\.81 MiB of JSON and /);
    expect(message).toContain("Narrow it with `filter` or `maxItems`.");
  });
});
