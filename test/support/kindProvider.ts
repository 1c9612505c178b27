import { expect } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator/src/index";
import { emulatorOptions } from "../kinds/every";
import { loader } from "../../provider/src/program/loader";
import type { ProviderProcess, Properties } from "./providerProcess";
import { extendedFolder } from "./extendedPackage";
import { startRouteProvider } from "./routeProvider";

/** A provider process and the emulator that it talks to, for one kind of resource; both end with the test. */
export interface KindProvider {
  emulator: Emulator;
  provider: ProviderProcess;
  /** What the engine would hand to create: the arguments after check. */
  inputs(args: Properties, timeouts?: Properties): Promise<Properties>;
  /** The requests of the log without the project, operations without their names: `POST wait`, `GET networks/n`. */
  requests(): string[];
  /** Query and body of the newest request whose path ends so. */
  sent(suffix: string): { query: Readonly<Record<string, string>>; body: unknown };
  /** What the user was told, without what is shown only for a moment. */
  told(): string[];
}

export async function startKindProvider(
  kind: string,
  options: EmulatorOptions & { config?: Record<string, string> } = {},
): Promise<KindProvider> {
  const { emulator, provider } = await startRouteProvider({ ...emulatorOptions(), folder: extendedFolder, ...options });
  return {
    emulator,
    provider,
    async inputs(args, timeouts) {
      const declared = { __provider: loader(kind), __as: "logical", ...args };
      const news = timeouts === undefined ? declared : { ...declared, __timeouts: timeouts };
      const { inputs, failures } = await provider.check({}, news);
      expect(failures).toEqual([]);
      return inputs;
    },
    requests: () =>
      emulator
        .requests()
        .map(({ method, path }) =>
          `${method} ${path.replace(/^.*\/global\//, "")}`
            .replace(/operations\/[^/]+\/wait$/, "wait")
            .replace(/operations\/[^/]+$/, "operation"),
        ),
    sent(suffix) {
      const found = emulator.requests().findLast(({ path }) => path.endsWith(suffix));
      if (found === undefined) throw new Error(`Nothing was sent to ${suffix}.`);
      return { query: found.query, body: found.body };
    },
    told: () => provider.logs.filter(({ ephemeral }) => !ephemeral).map(({ message }) => message),
  };
}

/** A request id: a random UUID. */
export const requestIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
