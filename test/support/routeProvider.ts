import { createRequire } from "node:module";
import { expect, onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions, FaultMatch } from "../../emulator/src/index";
import { loader } from "../../provider/src/program/loader";
import { launchClasses } from "./innerProcess";
import { ProviderError, ProviderProcess, type Properties } from "./providerProcess";
import { captureError, emulatorForTest } from "./untilTestEnds";

/** The token of every test: looked for, at the end, in everything that the provider said. */
export const canaryToken = "ya29.canary-token-that-must-not-be-seen";

export const project = "my-project";
export const routesPath = `projects/${project}/global/routes`;
export const routePath = `${routesPath}/r`;

/** The arguments of a plain route. */
export const plainRoute = {
  name: "r",
  network: "default",
  destRange: "10.1.0.0/16",
  nextHopIp: "10.0.0.9",
};

/** The same as check answers it. */
export const checkedRoute = {
  ...plainRoute,
  network: `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/default`,
};

const require = createRequire(import.meta.url);

/** Preloaded, so that a deadline of some hundred milliseconds is for the call and not for reading source. */
export const transport = createRequire(require.resolve("pulumi-gce/package.json")).resolve("undici");

/** The same for the provider processes that the CLI starts. */
export const transportLoaded = { NODE_OPTIONS: `--require=${transport}` };

/** A provider process and the emulator that it talks to; both end with the test. */
export async function startRouteProvider(
  options: EmulatorOptions & {
    config?: Record<string, string>;
    environment?: Record<string, string>;
    /** Starts a real process, of the package as it is published. */
    isSpawned?: boolean;
  } = {},
) {
  const { config, environment = {}, isSpawned = false, ...emulatorOptions } = options;
  const emulator = await emulatorForTest(emulatorOptions);
  const settings = {
    "gcp:project": project,
    "gcp:accessToken": canaryToken,
    "gcp:computeCustomEndpoint": emulator.endpoint,
    ...config,
  };
  const means = isSpawned ? { environment, preloads: [transport] } : { launch: await launchClasses(environment) };
  const provider = await ProviderProcess.start({ config: settings, ...means });
  stopAfterTest(provider);
  return {
    emulator,
    provider,
    /** The next command of the CLI: a process that knows nothing of what was there. */
    nextRun: () => provider.restart(settings),
    /** The engine's input of create: the arguments after check. */
    async inputs(args: Properties = plainRoute, timeouts?: Properties) {
      const { inputs, failures } = await provider.check({}, declared("Route", args, timeouts));
      expect(failures).toEqual([]);
      return inputs;
    },
    /** The requests of the log, in short: `POST routes`, `POST wait`, `GET routes/r`. */
    requests: () => shortRequests(emulator),
    /** Paths of the routes at the service. */
    routes: () => emulator.objects.list(`${routesPath}/`).map(({ path }) => path),
  };
}

/** Ends the process with the test, and looks at everything that it has said. */
export function stopAfterTest(provider: ProviderProcess): void {
  onTestFinished(async () => {
    await provider.stop();
    const transcript = provider.transcript.join("\n");
    expect(transcript).not.toContain(canaryToken);
    expect(transcript).not.toContain("undefined");
    expect(transcript).not.toMatch(/\n\s+at .*:\d+:\d+/);
  });
}

/** The provider process of another run, at the same emulator. */
export async function anotherProcess({ endpoint }: Emulator): Promise<ProviderProcess> {
  const settings = { "gcp:project": project, "gcp:accessToken": canaryToken, "gcp:region": "us-central1" };
  const process = await ProviderProcess.start({
    launch: await launchClasses(),
    config: { ...settings, "gcp:computeCustomEndpoint": endpoint },
  });
  stopAfterTest(process);
  return process;
}

/** The URN of a resource of a class. */
export const toClassUrn = (kind: string, name = "r") =>
  `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:${kind}::${name}`;

/** The input of check from the program's side. */
export function declared(kind: string, args: Properties, timeouts?: Properties): Properties {
  const own = timeouts === undefined ? {} : { __timeouts: timeouts };
  return { __provider: loader(kind), ...args, ...own };
}

/** `POST routes`, `POST wait`, `GET routes/r`, `DELETE routes/r`, `GET operations`. */
export function shortRequests(emulator: Emulator): string[] {
  return emulator
    .requests()
    .map(({ method, path }) =>
      `${method} ${path.replace(/^.*\/global\//, "")}`.replace(/operations\/[^/]+(\/wait)?$/, (_text, wait) =>
        wait === undefined ? "operation" : "wait",
      ),
    );
}

/** The look for the operation of a request. */
export const lookUp: FaultMatch = { path: "/operations$", query: "clientOperationId" };

/** The error of a call that must fail. */
export function captureFailure(call: Promise<unknown>): Promise<ProviderError> {
  return captureError(call, (error) => error instanceof ProviderError);
}
