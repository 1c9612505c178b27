import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import {
  getNetworkProfiles,
  getNetworkProfilesOutput,
  iterateNetworkProfiles,
} from "../../../provider/src/functions/getNetworkProfiles";
import { Provider } from "../../../provider/src/program/provider";
import { configure, emulatorForFunctions, recordLog, captureRefusal } from "../../support/functionCalls";

/** The parts of an Output beside its value. */
interface Inside<T> {
  isKnown: Promise<boolean>;
  isSecret: Promise<boolean>;
  promise(withUnknowns?: boolean): Promise<T>;
  allResources(): Promise<Set<pulumi.Resource>>;
}

const inside = <T>(output: pulumi.Output<T>) => output as unknown as Inside<T>;

function unknown<T>(): pulumi.Output<T> {
  const Constructor = pulumi.Output as unknown as new (...parts: unknown[]) => pulumi.Output<T>;
  const none = Promise.resolve(new Set());
  return new Constructor(new Set(), Promise.resolve(undefined), Promise.resolve(false), Promise.resolve(false), none);
}

class Something extends pulumi.CustomResource {
  declare readonly region: pulumi.Output<string>;
  constructor(name: string, args: pulumi.Inputs = {}, options?: pulumi.CustomResourceOptions) {
    super("test:index:Something", name, args, options);
  }
}

let emulator: Emulator;
beforeEach(async () => {
  emulator = await emulatorForFunctions();
});

describe("the Output form", () => {
  it("waits for its arguments, and gives what the promise gives", async () => {
    emulator.seed({ parts: ["catalogs"] });
    const output = getNetworkProfilesOutput({ filter: pulumi.output('name != ""'), maxItems: Promise.resolve(2) });
    expect(await inside(output).promise()).toEqual(await getNetworkProfiles({ filter: 'name != ""', maxItems: 2 }));
    expect(await inside(output).isSecret).toBe(false);
  });

  it("is unknown when an argument is, and makes no call", async () => {
    const output = getNetworkProfilesOutput({ filter: pulumi.interpolate`name = ${unknown<string>()}` });
    expect(await inside(output).isKnown).toBe(false);
    expect(emulator.requests()).toEqual([]);
  });

  it("is secret when an argument is, and keeps it out of messages", async () => {
    vi.stubEnv("PULUMI_GCE_DEBUG", "1");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { debug, info } = recordLog();
    const output = getNetworkProfilesOutput({ filter: pulumi.secret("name = hidden-name") });
    expect(await inside(output).isSecret).toBe(true);
    await inside(output).promise();
    expect(info.join()).toMatch(/GET a URL with secret arguments: 200 after/);
    expect([...debug, ...info].join()).not.toContain("hidden-name");
  });

  it("depends on what its arguments and dependsOn depend on", async () => {
    const source = new Something("source", { region: "us-central1" });
    const other = new Something("other");
    const component = new pulumi.ComponentResource("test:index:Component", "component");
    const child = new Something("child", {}, { parent: component });
    const output = getNetworkProfilesOutput(
      { filter: pulumi.interpolate`name = ${source.region}` },
      { dependsOn: [other, pulumi.output(component)] },
    );
    await inside(output).promise();
    const resources = await inside(output).allResources();
    for (const resource of [source, other, component, child]) expect(resources.has(resource)).toBe(true);
  });
});

describe("a provider", () => {
  it("given directly or by a parent sets project and endpoint in place of the configuration", async () => {
    const settings = { project: "ours", computeCustomEndpoint: emulator.endpoint, accessToken: "ours" };
    const provider = new Provider("p", settings);
    configure(emulator, { "gcp:computeCustomEndpoint": "http://127.0.0.1:1/compute/v1" });
    const parent = new pulumi.ComponentResource("test:index:Component", "parent", {}, { providers: [provider] });
    for (const options of [{ provider }, { parent }]) {
      expect(await getNetworkProfiles({}, options)).toMatchObject({ project: "ours" });
      const output = getNetworkProfilesOutput({}, options);
      expect(await inside(output).promise()).toMatchObject({ project: "ours" });
      // Its token is a secret; nothing of it is in the result.
      expect(await inside(output).isSecret).toBe(false);
    }
  });

  it("is required of every form where the stack disables default providers, whether or not the arguments are known", async () => {
    const settings = { project: "ours", computeCustomEndpoint: emulator.endpoint, accessToken: "ours" };
    const provider = new Provider("p", settings);
    const parent = new pulumi.ComponentResource("test:index:Component", "parent", {}, { providers: [provider] });
    for (const list of ['["*"]', '["aws", " pulumi-nodejs "]']) {
      configure(emulator, { "pulumi:disable-default-providers": list });
      const rule =
        /a provider is required, because the stack sets pulumi:disable-default-providers\.\s+Pass the option provider/;
      expect(await captureRefusal(getNetworkProfiles({}))).toMatch(rule);
      expect(await captureRefusal(iterateNetworkProfiles({})[Symbol.asyncIterator]().next())).toMatch(rule);
      expect(() => getNetworkProfilesOutput({ filter: unknown<string>() })).toThrow(rule);
      expect(emulator.requests()).toEqual([]);
      expect(await getNetworkProfiles({}, { parent })).toMatchObject({ project: "ours" });
      emulator.clearRequests();
    }
    for (const list of ["", '["aws", "gce"]']) {
      configure(emulator, { "pulumi:disable-default-providers": list });
      expect(await getNetworkProfiles({})).toMatchObject({ project: "my-project" });
      emulator.clearRequests();
    }
  });

  it("that another program has made is refused: its settings are not known here", async () => {
    const Reference = pulumi.ProviderResource as unknown as new (pkg: string, name: string) => pulumi.ProviderResource;
    const elsewhere = new Reference("pulumi-nodejs", "theirs");
    expect(await captureRefusal(getNetworkProfiles({}, { provider: elsewhere }))).toContain(
      "the program does not know the settings of the provider, because it is no gce.Provider of this program.",
    );
  });

  it("that renames variables for its process has them renamed for a function, too", async () => {
    vi.stubEnv("BLUE_PROJECT", "blue");
    vi.stubEnv("GOOGLE_PROJECT", "stack");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const settings = { computeCustomEndpoint: emulator.endpoint, accessToken: "ours" };
    const provider = new Provider("p", settings, { envVarMappings: { BLUE_PROJECT: "GOOGLE_PROJECT", UNSET: "HOME" } });
    expect(await getNetworkProfiles({}, { provider })).toMatchObject({ project: "blue" });
    expect(await getNetworkProfiles({}, { provider: new Provider("q", settings) })).toMatchObject({ project: "stack" });
  });

  it("with a setting that is not known yet makes no call: the Output is unknown, the promise an error", async () => {
    const provider = new Provider("p", { project: "p", computeCustomEndpoint: emulator.endpoint });
    (provider as unknown as Record<string, unknown>)["gcp:project"] = unknown<string>();
    expect(await inside(getNetworkProfilesOutput({}, { provider })).isKnown).toBe(false);
    expect(await captureRefusal(getNetworkProfiles({}, { provider }))).toContain(
      "this preview does not know a setting of the provider. Use gce.getNetworkProfilesOutput",
    );
    expect(emulator.requests()).toEqual([]);
  });
});
