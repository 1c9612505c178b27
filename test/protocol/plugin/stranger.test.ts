import * as grpc from "@grpc/grpc-js";
import pluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import providerServices from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../../emulator/src/index";
import { ListeningEngine } from "../../support/listeningEngine";
import { startPlugin } from "../../support/pluginProcess";
import { struct } from "../../support/providerProcess";
import { canaryToken, plainRoute, project } from "../../support/routeProvider";

/*
 * The port of the plugin is open to every program of the machine.
 */

/** Another program that has found the port, with a service and an engine of its own. */
async function startStranger(address: string) {
  const emulator = await startEmulator();
  const engine = await ListeningEngine.start();
  const client = new providerServices.ResourceProviderClient(address, grpc.credentials.createInsecure());
  onTestFinished(async () => {
    client.close();
    engine.stop();
    await emulator.close();
  });
  type Unary = (request: object, callback: (error: grpc.ServiceError | null) => void) => void;
  /** The answer of the plugin to a request; empty where it takes it. */
  const send = (method: "attach" | "configure" | "handshake", request: object) =>
    new Promise<string>((resolve) => {
      (client[method] as unknown as Unary).call(client, request, (error) => {
        resolve(error?.details ?? "");
      });
    });
  return {
    emulator,
    engine,
    configure: (settings: object) =>
      send("configure", new messages.ConfigureRequest().setName("default").setArgs(struct({ ...settings }))),
    attach: (to: string) => send("attach", new pluginMessages.PluginAttach().setAddress(to)),
    shake: (to: string) => send("handshake", new messages.ProviderHandshakeRequest().setEngineAddress(to)),
  };
}

it("a stranger can turn a plugin that an engine has started neither to another endpoint nor to another engine", async () => {
  const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken };
  const { emulator, provider, inputs, nextRun } = await startPlugin({ environment, config: { accessToken: null } });
  const stranger = await startStranger(provider.address);
  const settings = { project, computeCustomEndpoint: stranger.emulator.endpoint };
  const answers = [
    await stranger.configure(settings),
    // The very settings of the engine would end what runs.
    await stranger.configure({ project, computeCustomEndpoint: emulator.endpoint }),
    await stranger.attach(stranger.engine.address),
    await stranger.attach(provider.engine.address),
    await stranger.shake(stranger.engine.address),
  ];
  const made = await provider.create(await inputs(plainRoute));
  const call = new messages.InvokeRequest().setTok("gce:index:getNetworkProfiles").setArgs(struct({}));
  await provider.call("invoke", call);
  expect(stranger.emulator.requests()).toEqual([]);
  expect(stranger.engine.transcript).toEqual([]);
  expect(emulator.requests().filter(({ method }) => method === "POST").length).toBeGreaterThan(0);
  for (const answer of answers) {
    expect(answer).toMatch(
      /^The plugin refuses (another Configure|Attach|Handshake).*: .* PULUMI_DEBUG_PROVIDERS, start it/,
    );
  }
  const warnings = provider.logs.filter(({ severity }) => severity === "warning").map(({ message }) => message);
  expect(warnings).toEqual([expect.stringContaining("another program on this machine looks for plugins")]);
  // An engine does so with each process that it starts.
  await nextRun();
  await provider.call("handshake", new messages.ProviderHandshakeRequest().setEngineAddress(provider.engine.address));
  await provider.delete(made.id, made.outs);
  expect(emulator.objects.get(made.id)).toBeUndefined();
});

it("a plugin that a person has started takes each engine of this machine, and none of another", async () => {
  const { provider, inputs } = await startPlugin({ attaches: true });
  const stranger = await startStranger(provider.address);
  for (const address of ["192.0.2.1:443", "evil.example:443", "127.0.0.1.evil.example:1", "", "unix:/tmp/x"])
    expect(await stranger.attach(address)).toMatch(/^The plugin refuses Attach .* 127\.0\.0\.1:PORT\.$/);
  const settings = { project, accessToken: canaryToken, computeCustomEndpoint: stranger.emulator.endpoint };
  expect([await stranger.attach(stranger.engine.address), await stranger.configure(settings)]).toEqual(["", ""]);
  await provider.create(await inputs(plainRoute));
  expect(stranger.emulator.requests().length).toBeGreaterThan(0);
});
