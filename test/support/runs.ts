import { expect, onTestFinished } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { emulatorOptions } from "../kinds/every";
import { loader } from "../../provider/src/program/loader";
import { extendedFolder } from "./extendedPackage";
import { ProviderProcess, type Properties } from "./providerProcess";
import { canaryToken, project } from "./routeProvider";

/** A resource of a program: its kind, its logical name and its arguments. */
export interface Declared {
  kind: string;
  name: string;
  args: Properties;
}

/** What the state has of a resource. */
export interface Recorded extends Declared {
  id: string;
  outs: Properties;
}

/** One provider process of a run of the engine, which is told of resources in the engine's order. */
export interface RunProcess {
  /** Check and create, as for a resource that the state does not have. */
  create(resource: Declared): Promise<Recorded>;
  /** Check and diff, as for a resource of the program that the state has: it must not change. */
  keep(resource: Recorded): Promise<void>;
  /** Delete, as for a resource that the state has and the program has not. */
  remove(resource: Recorded): Promise<void>;
  told(): string;
  provider: ProviderProcess;
}

/** An emulator, and runs against it: each has processes of its own. */
export async function startRuns(): Promise<{
  emulator: Emulator;
  run: () => Promise<RunProcess>;
}> {
  const emulator = await startEmulator(emulatorOptions());
  onTestFinished(() => emulator.close());
  return {
    emulator,
    async run() {
      const provider = await ProviderProcess.start({
        config: {
          "gcp:project": project,
          "gcp:region": "us-central1",
          "gcp:accessToken": canaryToken,
          "gcp:computeCustomEndpoint": emulator.endpoint,
        },
        process: "hot",
        folder: extendedFolder,
      });
      onTestFinished(() => provider.release());
      return runProcess(provider);
    },
  };
}

/** The URN that the engine gives such a resource, below a component where it has one. */
export const urnOf = (kind: string, name: string, parent = "") =>
  `urn:pulumi:dev::p::${parent}pulumi-nodejs:dynamic/gce:${kind}::${name}`;

function runProcess(provider: ProviderProcess): RunProcess {
  const checked = async ({ kind, name, args }: Declared) => {
    provider.urn = urnOf(kind, name);
    const { inputs, failures } = await provider.check({}, { __provider: loader(kind), __as: name, ...args });
    expect(failures).toEqual([]);
    return inputs;
  };
  return {
    provider,
    create: async (resource) => ({ ...resource, ...(await provider.create(await checked(resource))) }),
    async keep({ id, outs, ...declared }) {
      expect(await provider.diff(id, outs, await checked(declared))).toMatchObject({ changes: false });
    },
    async remove({ kind, name, id, outs }) {
      provider.urn = urnOf(kind, name);
      await provider.delete(id, outs);
    },
    told: () => provider.logs.map(({ message }) => message).join("\n"),
  };
}
