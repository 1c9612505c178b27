import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, it } from "vitest";
import { nameOf, registeredKinds } from "../../kinds/every";
import { pluginScript, startPlugin, toUrn } from "../../support/pluginProcess";
import { struct } from "../../support/providerProcess";
import { canaryToken, captureFailure, checkedRoute, plainRoute, project } from "../../support/routeProvider";
import { listVerbs } from "../budgets";
import { describeHugeAnswers } from "../hugeAnswers";

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

describeHugeAnswers(
  (endpoint, options) => startPlugin({ ...options, config: { computeCustomEndpoint: endpoint } }),
  async (provider) => {
    const request = new messages.InvokeRequest().setTok("gce:index:getOrganizationOperations");
    const calling = provider.call("invoke", request.setArgs(struct({ parentId: "organizations/1" })));
    const { message } = await captureFailure(calling as Promise<never>);
    expect(message).toMatch(/ failed after 1 page with 100001 operations: the result has 0\.763 MiB of JSON and /);
    expect(message).toContain("Narrow it with `filter` or `maxItems`.");
  },
);
