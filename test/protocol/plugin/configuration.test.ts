import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import pluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../../emulator/src/index";
import { ListeningEngine } from "../../support/listeningEngine";
import { pluginScript, secret, startPlugin } from "../../support/pluginProcess";
import { ProviderProcess, struct, type Properties } from "../../support/providerProcess";
import { canaryToken, declared, failureOf, plainRoute, project } from "../../support/routeProvider";

async function checkConfig(provider: ProviderProcess, news: Properties) {
  const request = new messages.CheckRequest().setUrn("urn:pulumi:dev::p::pulumi:providers:gce::default");
  request.setNews(struct(news));
  const answer = (await provider.call("checkConfig", request)) as messages.CheckResponse;
  return {
    inputs: provider.plain(answer.getInputs()),
    reasons: answer.getFailuresList().map((one) => one.getReason()),
  };
}

it("the plugin tells what it is: its schema, its version and what it can do", async () => {
  const { provider } = await startPlugin();
  const schema = (await provider.call("getSchema", new messages.GetSchemaRequest())) as messages.GetSchemaResponse;
  expect(schema.getSchema()).toBe(readFileSync(join(dirname(pluginScript), "schema.json"), "utf8"));
  const info = (await provider.call("getPluginInfo", new emptyMessages.Empty())) as pluginMessages.PluginInfo;
  expect(info.getVersion()).toBe((JSON.parse(schema.getSchema()) as { version: string }).version);
  const request = new messages.ProviderHandshakeRequest().setEngineAddress(provider.engine.address);
  const shaken = (await provider.call("handshake", request)) as messages.ProviderHandshakeResponse;
  expect(shaken.toObject()).toMatchObject({ acceptSecrets: true, supportsAutonamingConfiguration: true });
});

describe("the configuration", () => {
  it("is checked before anything is asked of the service, in words of the plugin", async () => {
    const { emulator, provider } = await startPlugin();
    const rows: readonly (readonly [Properties, ...(string | RegExp)[]])[] = [
      [
        { computeCustomEndpont: "x" },
        /gce:computeCustomEndpont is not a setting. Did you mean gce:computeCustomEndpoint\?.*pulumi config rm gce:computeCustomEndpont/,
      ],
      [{ requestTimeout: "120" }, 'gce:requestTimeout must be a duration such as "120s" or "2m"; it is "120".'],
      [{ scopes: '["compute"]' }, "gce:scopes[0] must be the URL of a scope"],
      [
        { scopes: ["compute"], addPulumiAttributionLabel: "maybe" },
        "gce:scopes[0]",
        "gce:addPulumiAttributionLabel must be true or false",
      ],
      [{ defaultLabels: { a: 1 } }, "gce:defaultLabels"],
      [{ accessToken: secret("t"), project: "p", version: "1.2.3", colour: "blue", requestTimeout: "2m" }],
    ];
    for (const [news, ...words] of rows) {
      const { reasons } = await checkConfig(provider, news);
      expect(reasons, JSON.stringify(news)).toHaveLength(words.length);
      for (const [index, word] of words.entries()) expect(reasons[index]).toMatch(word);
      expect(reasons.join()).not.toContain("gcp:");
    }
    expect(emulator.requests()).toEqual([]);
  });

  it("has its credentials marked as secret, whoever has not, and nothing else", async () => {
    const { provider } = await startPlugin();
    const news = {
      project: "p",
      region: secret("r"),
      accessToken: "a-token",
      credentials: "{}",
      scopes: ["https://www.googleapis.com/auth/compute"],
    };
    const { inputs } = await checkConfig(provider, news);
    expect(inputs).toEqual({ ...news, accessToken: secret("a-token"), credentials: secret("{}") });
  });

  it("that changes leaves the provider the same one", async () => {
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

  it("is taken as values and as their JSON, and the newest one holds", async () => {
    const { emulator, provider, inputs } = await startPlugin({
      config: { defaultLabels: '{"team":"net"}', addPulumiAttributionLabel: false },
    });
    const other = await startEmulator();
    onTestFinished(() => other.close());
    const snapshot = { name: "s", sourceDisk: "projects/my-project/zones/us-central1-a/disks/d" };
    provider.urn = provider.urn.replace("Route", "Snapshot");
    expect((await inputs(snapshot)).labels).toEqual({ team: "net" });
    await provider.configure({
      project,
      accessToken: secret(canaryToken),
      computeCustomEndpoint: emulator.endpoint,
      defaultLabels: { team: "sea" },
      scopes: [],
    });
    expect((await inputs(snapshot)).labels).toEqual({ team: "sea" });
    provider.urn = provider.urn.replace("Snapshot", "Route");
    await provider.create(await inputs(plainRoute));
    await provider.configure({
      project: "other-project",
      accessToken: canaryToken,
      computeCustomEndpoint: other.endpoint,
    });
    const { id } = await provider.create(await inputs(plainRoute));
    expect([id, other.objects.get(id)?.name]).toEqual(["projects/other-project/global/routes/r", "r"]);
  });

  it("without a project names both namespaces", async () => {
    const { provider } = await startPlugin({ config: { project: null } });
    const { failures } = await provider.check({}, plainRoute);
    expect(failures.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(
        /^No project is set\. Run: pulumi config set gce:project <project> .*The plugin does not read keys that begin with gcp:\.$/,
      ),
    ]);
  });
});

describe("the engine", () => {
  it("that attaches is the one that is told, and the one that is watched", async () => {
    const { provider, inputs } = await startPlugin();
    const made = await provider.create(await inputs({ ...plainRoute, deletionPolicy: "ABANDON" }));
    const other = await ListeningEngine.start();
    onTestFinished(() => {
      other.stop();
    });
    await provider.call("attach", new pluginMessages.PluginAttach().setAddress(other.address));
    await provider.delete(made.id, made.outs);
    expect(provider.logs.filter(({ ephemeral }) => !ephemeral)).toEqual([]);
    expect(other.logs).toMatchObject([
      { severity: "info", urn: provider.urn, message: expect.stringContaining("left in place") as string },
    ]);
    provider.engine.stop();
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect(provider.child.exitCode).toBeNull();
    other.stop();
    await expect.poll(() => provider.child.exitCode).toBe(1);
  });

  it.each([
    ["dynamic server", undefined],
    ["plugin", pluginScript],
  ])("that goes away ends the %s, which would make what nobody records", async (_face, script) => {
    const provider = await ProviderProcess.start({
      config: { project, "gcp:project": project },
      ...(script && { script }),
    });
    onTestFinished(() => provider.stop());
    provider.urn = "urn:pulumi:dev::test-project::gce:index:Route::r";
    await provider.check({}, declared("Route", plainRoute));
    provider.engine.stop();
    await expect.poll(() => provider.child.exitCode).toBe(1);
  });

  it("that asks for what there is not is told what there is", async () => {
    const { provider } = await startPlugin();
    for (const [type, says] of [
      ["gce:index:Rout", "gce:index:Rout is not a resource of gce ", "Did you mean gce:index:Route?"],
      ["gce:index:Bucket", "Its resources: gce:index:FirewallPolicyIamBinding, "],
    ].map(([type = "", ...words]) => [type, words] as const)) {
      provider.urn = `urn:pulumi:dev::test-project::${type}::r`;
      const { message } = await failureOf(provider.check({}, plainRoute));
      for (const words of says) expect(message).toContain(words);
    }
  });
});

it("the plugin goes on after a mistake that belongs to no request", async () => {
  const thrown = "setTimeout(() => { throw new Error('a mistake of nobody') }, 100)";
  const { provider, inputs } = await startPlugin({
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(thrown)}` },
  });
  await expect.poll(() => provider.said.join("")).toMatch(/itself is at fault[^]*a mistake of nobody/);
  expect(await inputs(plainRoute)).toMatchObject(plainRoute);
});
