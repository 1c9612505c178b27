import messages from "@pulumi/pulumi/proto/provider_pb.js";
import type pluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../../emulator/src/index";
import { pluginToken } from "../../../provider/src/names/typeToken";
import { nameOf, registeredKinds } from "../../kinds/every";
import { ListeningEngine } from "../../support/listeningEngine";
import { secret, startPlugin, toUrn } from "../../support/pluginProcess";
import { struct, type Properties } from "../../support/providerProcess";
import { canaryToken, checkedRoute, captureFailure, plainRoute, project } from "../../support/routeProvider";

it("the plugin tells what it is: its schema, its version and what it can do", async () => {
  const { provider } = await startPlugin();
  const schema = (await provider.call("getSchema", new messages.GetSchemaRequest())) as messages.GetSchemaResponse;
  expect(JSON.parse(schema.getSchema())).toMatchObject({ name: "gce" });
  const info = (await provider.call("getPluginInfo", new emptyMessages.Empty())) as pluginMessages.PluginInfo;
  expect(info.getVersion()).toBe((JSON.parse(schema.getSchema()) as { version: string }).version);
  const request = new messages.ProviderHandshakeRequest().setEngineAddress(provider.engine.address);
  const shaken = (await provider.call("handshake", request)) as messages.ProviderHandshakeResponse;
  expect(shaken.toObject()).toMatchObject({ acceptSecrets: true, supportsAutonamingConfiguration: true });
});

it("the configuration is checked without the service, in words of the plugin, and its credentials are secret", async () => {
  const { emulator, provider } = await startPlugin();
  const checkConfig = async (news: Properties) => {
    const request = new messages.CheckRequest().setNews(struct(news));
    const answer = (await provider.call("checkConfig", request)) as messages.CheckResponse;
    const reasons = answer.getFailuresList().map((failure) => failure.getReason());
    return { inputs: provider.plain(answer.getInputs()), reasons };
  };
  const near =
    /gce:computeCustomEndpont is not a setting. Did you mean gce:computeCustomEndpoint\?.* pulumi config rm gce:/;
  const flag = "gce:addPulumiAttributionLabel must be true or false";
  for (const [news, ...words] of [
    [{ computeCustomEndpont: "x" }, near],
    [{ requestTimeout: "120" }, 'gce:requestTimeout must be a duration such as "120s" or "2m"; it is "120".'],
    [{ scopes: '["compute"]' }, "gce:scopes[0] must be the URL of a scope"],
    [{ scopes: ["compute"], addPulumiAttributionLabel: "maybe" }, "gce:scopes[0]", flag],
    [{ defaultLabels: { a: 1 } }, "gce:defaultLabels"],
    [{ accessToken: secret("t"), project: "p", version: "1.2.3", colour: "blue", requestTimeout: "2m" }],
  ] as const satisfies readonly (readonly [Properties, ...(string | RegExp)[]])[]) {
    const { reasons } = await checkConfig(news);
    expect(reasons).toHaveLength(words.length);
    for (const [index, word] of words.entries()) expect(reasons[index]).toMatch(word);
    expect(reasons.join()).not.toContain("gcp:");
  }
  const news = { project: "p", region: secret("r"), accessToken: "a-token", credentials: "{}", scopes: [] };
  const { inputs } = await checkConfig(news);
  expect(inputs).toEqual({ ...news, accessToken: secret("a-token"), credentials: secret("{}") });
  expect(emulator.requests()).toEqual([]);
});

it("a configuration that changes leaves the provider the same one", async () => {
  const { provider } = await startPlugin();
  for (const [olds, news, changes] of [
    [{ project: "p" }, { project: "q" }, true],
    [{ accessToken: secret("a") }, { accessToken: "a" }, false],
  ] as const) {
    const request = new messages.DiffRequest().setOldInputs(struct(olds)).setNews(struct(news));
    const answer = (await provider.call("diffConfig", request)) as messages.DiffResponse;
    expect(answer.getReplacesList()).toEqual([]);
    expect(answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME).toBe(changes);
  }
});

it("the configuration is taken as values and as their JSON, and the newest one holds", async () => {
  const config = { defaultLabels: '{"team":"net"}', addPulumiAttributionLabel: false };
  const { emulator, provider, inputs } = await startPlugin({ config, attaches: true });
  const other = await startEmulator();
  onTestFinished(() => other.close());
  const snapshot = { name: "s", sourceDisk: "projects/my-project/zones/us-central1-a/disks/d" };
  provider.urn = toUrn("Snapshot");
  expect((await inputs(snapshot)).labels).toEqual({ team: "net" });
  const common = { accessToken: secret(canaryToken), computeCustomEndpoint: emulator.endpoint };
  await provider.configure({ ...common, project, defaultLabels: { team: "sea" }, scopes: [] });
  expect((await inputs(snapshot)).labels).toEqual({ team: "sea" });
  provider.urn = toUrn("Route");
  await provider.create(await inputs(plainRoute));
  await provider.configure({ ...common, project: "other", computeCustomEndpoint: other.endpoint });
  const { id } = await provider.create(await inputs(plainRoute));
  expect([id, other.objects.get(id)?.name]).toEqual(["projects/other/global/routes/r", "r"]);
  for (const [name, says] of [
    [
      "default_0_8_0",
      /Run: pulumi config set gce:project <project> .* The plugin does not read keys that begin with gcp:\.$/,
    ],
    ["default-west", /^No project is set: the gce\.Provider "default-west" has none/],
  ] as const) {
    await provider.configure(common, name);
    const { failures } = await provider.check({}, plainRoute);
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringMatching(says)]);
  }
  await provider.configure({ ...common, project: secret("Hidden Project") });
  const { failures } = await provider.check({}, plainRoute);
  expect(failures.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^gce:project must be .* is "\[secret\]"/),
  ]);
});

it("an engine that attaches is the one that is told", async () => {
  const { provider, inputs } = await startPlugin({ attaches: true });
  const made = await provider.create(await inputs({ ...plainRoute, deletionPolicy: "ABANDON" }));
  const other = await ListeningEngine.start();
  onTestFinished(() => {
    other.stop();
  });
  await provider.attach(other);
  await provider.delete(made.id, made.outs);
  expect(provider.logs.filter(({ ephemeral }) => !ephemeral)).toEqual([]);
  const message = expect.stringContaining("left in place") as string;
  expect(other.logs).toMatchObject([{ severity: "info", urn: provider.urn, message }]);
});

it("an engine that attaches and goes away ends what runs, and leaves the plugin for the next one", async () => {
  const { provider, inputs, nextRun } = await startPlugin({ attaches: true, latency: { defaultMs: 600_000 } });
  const created = captureFailure(provider.create(await inputs(plainRoute)));
  provider.engine.stop();
  const { message, partial } = await created;
  expect(message).toContain("insert failed: the wait for the operation ended early: the engine is gone\n");
  expect(partial?.properties.__pending).toHaveLength(1);
  await nextRun();
  expect(await inputs(plainRoute)).toMatchObject(checkedRoute);
});

it("a type that is none of its own is refused with what is meant, or with what there is", async () => {
  const { provider } = await startPlugin();
  for (const [kind, words] of [
    ["Rout", /^gce:index:Rout is not a resource of gce .*\n? *Did you mean gce:index:Route\?/],
    ["Bucket", new RegExp(`Its resources: ${registeredKinds.map((kind) => pluginToken(nameOf(kind))).join(", ")}\\.`)],
  ] as const) {
    provider.urn = toUrn(kind);
    expect((await captureFailure(provider.check({}, plainRoute))).message).toMatch(words);
  }
});
