import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { putObjects } from "../kinds/parts/calls";
import { ProviderProcess, type Properties, type ProviderProcessOptions } from "./providerProcess";
import { launchPlugin } from "./innerProcess";
import { canaryToken, project, stopAfterTest } from "./routeProvider";
import { emulatorForTest } from "./untilTestEnds";

/** The plugin as it is published. */
export const pluginScript = fileURLToPath(new URL("../../provider/lib/plugin/pulumi-resource-gce", import.meta.url));

/** By what the engine tells a secret from an object. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A secret as the engine sends it. */
export const secret = (value: unknown): Properties => ({ [signatureKey]: secretSignature, value });

/** The values without the marks of secrets. */
export function revealed<T>(value: T): T {
  const text = JSON.stringify(value, (_key, member: unknown) =>
    (member as Properties | null)?.[signatureKey] === secretSignature ? (member as Properties).value : member,
  );
  return JSON.parse(text) as T;
}

/** The properties as JSON, without what is marked as secret. */
export function inTheClear(properties: Properties): string {
  return JSON.stringify(properties, (_key, member: unknown) =>
    (member as Properties | null)?.[signatureKey] === secretSignature ? "secret" : member,
  );
}

export const toUrn = (kind: string, name = "r") => `urn:pulumi:dev::test-project::gce:index:${kind}::${name}`;

/** The plugin and the emulator that it talks to, for one kind of resource; both end with the test. */
export async function startPlugin(
  options: EmulatorOptions &
    Pick<ProviderProcessOptions, "config" | "environment" | "attaches"> & {
      /** Starts a real process, of the plugin as it is published. */
      isSpawned?: boolean;
      kind?: string;
      /** The objects of others at the service, by path. */
      others?: Readonly<Record<string, object>>;
    } = {},
) {
  const { config, environment = {}, attaches = false, isSpawned = false, kind = "Route", others, ...rest } = options;
  const emulator = await emulatorForTest(rest);
  putObjects(emulator, others);
  const settings = {
    ...{ project, region: "us-central1", zone: "us-central1-a", accessToken: canaryToken },
    ...{ computeCustomEndpoint: emulator.endpoint, ...config },
  };
  const means = isSpawned ? { script: pluginScript, environment } : { launch: await launchPlugin(environment) };
  const provider = await ProviderProcess.start({ ...means, config: settings, attaches });
  stopAfterTest(provider);
  provider.urn = toUrn(kind);
  return {
    emulator,
    provider,
    /** The next command of the CLI. */
    nextRun: () => (attaches ? provider.configure(settings) : provider.restart(settings)),
    /** The engine's input of create: the arguments after check. */
    async inputs(args: Properties) {
      const { inputs, failures } = await provider.check({}, args);
      expect(failures).toEqual([]);
      return inputs;
    },
  };
}
