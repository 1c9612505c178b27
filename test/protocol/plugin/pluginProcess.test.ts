import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, it } from "vitest";
import { nameOf, registeredKinds } from "../../kinds/every";
import { pluginScript, startPlugin, toUrn } from "../../support/pluginProcess";
import { struct } from "../../support/providerProcess";
import { startRelay, type Lie } from "../../support/relay";
import {
  canaryToken,
  captureFailure,
  checkedRoute,
  plainRoute,
  project,
  routesPath,
} from "../../support/routeProvider";
import { listVerbs } from "../budgets";

/*
 * The plugin as the engine starts it: the published program, its variables and its end. All other tests of this room have it
 * as an object in their own process.
 */

it("the plugin lives the life of every kind, by its own variables, and ends with the engine", async () => {
  const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken, PULUMI_GCE_DEBUG: "1" };
  const config = { accessToken: null };
  const { emulator, provider, nextRun } = await startPlugin({ environment, isSpawned: true, config });
  const schema = (await provider.call("getSchema", new messages.GetSchemaRequest())) as messages.GetSchemaResponse;
  expect(schema.getSchema()).toBe(readFileSync(join(dirname(pluginScript), "schema.json"), "utf8"));
  const made = [];
  for (const kind of registeredKinds) {
    const { arrange, args, change } = kind.plain;
    provider.urn = toUrn(nameOf(kind));
    arrange?.(emulator, project, 1);
    const { inputs } = await provider.check({}, args(0));
    const { id, outs } = await provider.create(inputs);
    const news = (await provider.check(inputs, { ...args(0), ...change })).inputs;
    expect(await provider.diff(id, outs, news)).toMatchObject({ changes: change !== undefined, replaces: [] });
    const updated = change === undefined ? { outs } : await provider.update(id, outs, news);
    made.push({ urn: provider.urn, id, ...updated, budget: kind.plain.budget });
  }
  await nextRun();
  for (const { urn, id, outs, budget } of made) {
    provider.urn = urn;
    emulator.clearRequests();
    await provider.read(id, outs);
    await provider.delete(id, outs);
    expect(listVerbs(emulator), urn).toEqual([...budget.read, ...budget.delete]);
  }
  const invoke = new messages.InvokeRequest().setTok("gce:index:getNetworkProfiles").setArgs(struct({}));
  expect(await provider.call("invoke", invoke)).toBeInstanceOf(messages.InvokeResponse);
  expect(provider.logs.map(({ message }) => message).join("\n")).toMatch(/: POST \S+\/routes\S*: 200 after \d+ ms/);
  // It would make what nobody records.
  provider.engine.stop();
  expect(await provider.launched?.ended).toBe(1);
});

it("the plugin goes on after a mistake that belongs to no request", async () => {
  const thrown = "setTimeout(() => { throw new Error('a mistake of nobody') }, 100)";
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(thrown)}` };
  const { provider, inputs } = await startPlugin({ environment, isSpawned: true });
  await expect.poll(() => provider.transcript.join("")).toMatch(/itself is at fault[^]*a mistake of nobody/);
  expect(await inputs(plainRoute)).toMatchObject(checkedRoute);
});

/** 800 KB of members that are small as text: as the library's messages, they are 300 MB. */
const small = `[${'{"a":1},'.repeat(100_000)}{"a":1}]`;
const bigPath = `${routesPath}/big`;
const lie: Lie = (method, path) => {
  if (method === "GET" && path.endsWith("/routes/big")) return (answer) => `{"warnings":${small},${answer.slice(1)}`;
  if (path.endsWith("/locations/global/operations")) return () => `{"items":${small}}`;
  return undefined;
};

it("800 KB of warnings are left out, beside a create and in one, and a list of 800 KB is refused in words", async () => {
  const relay = await startRelay(lie);
  const { emulator, provider, inputs } = await startPlugin({
    latency: { defaultMs: 600_000 },
    // That of a small machine.
    environment: { NODE_OPTIONS: "--max-old-space-size=512" },
    isSpawned: true,
    config: { computeCustomEndpoint: relay.endpoint },
  });
  relay.leadsTo(emulator.endpoint);
  /** Attacks while a create is under way, which has to come to its end. */
  const besideCreate = async (name: string, attack: () => Promise<void>) => {
    emulator.clearRequests();
    const creating = provider.create(await inputs({ ...plainRoute, name }));
    await expect.poll(() => emulator.requests().some(({ method }) => method === "POST")).toBe(true);
    await attack();
    emulator.finishOperations();
    expect(await creating).toMatchObject({ id: `${routesPath}/${name}`, outs: { ...checkedRoute, name } });
  };
  const news = await inputs({ ...plainRoute, name: "big" });
  emulator.objects.put(bigPath, { ...checkedRoute, name: "big" });
  await besideCreate("beside-a-read", async () => {
    const { id, props } = await provider.read(bigPath, news);
    expect(id).toBe(bigPath);
    expect(props).toMatchObject({ ...checkedRoute, name: "big" });
    expect(props).not.toHaveProperty("warnings");
    expect((await provider.read(bigPath, props)).props).toEqual(props);
  });
  const words =
    'gce:Route "big": not recorded, because the object is too large: warnings. It has 0.763 MiB of JSON and ';
  await expect.poll(() => provider.logs.map(({ message }) => message).join("\n")).toContain(words);
  await besideCreate("beside-a-list", async () => {
    const request = new messages.InvokeRequest().setTok("gce:index:getOrganizationOperations");
    const calling = provider.call("invoke", request.setArgs(struct({ parentId: "organizations/1" })));
    const { message } = await captureFailure(calling);
    expect(message).toMatch(/ failed after 1 page with 100001 operations: the result has 0\.763 MiB of JSON and /);
    expect(message).toContain("Narrow it with `filter` or `maxItems`.");
  });

  emulator.objects.delete(bigPath);
  emulator.latency({ defaultMs: 0 });
  const { id, outs } = await provider.create(news);
  expect(emulator.objects.get(bigPath)).toBeDefined();
  expect(id).toBe(bigPath);
  expect(await provider.diff(id, outs, news)).toMatchObject({ changes: false, replaces: [] });
});
