import { expect } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { emulatorOptions } from "../kinds/every";
import { putObjects } from "../kinds/parts/calls";
import type { Properties } from "./providerProcess";
import { declared, startRouteProvider } from "./routeProvider";

/**
 * A provider process and the emulator that it talks to, for one kind of resource; both end with the test.
 *
 * @param others what there is at the service, by path
 */
export async function startKindProvider(
  firstKind: string,
  options: EmulatorOptions & {
    config?: Record<string, string>;
    others?: Readonly<Record<string, object>>;
  } = {},
) {
  const { others, config, ...rest } = options;
  const { emulator, provider, nextRun } = await startRouteProvider({
    ...emulatorOptions(),
    config: { "gcp:region": "us-central1", "gcp:zone": "us-central1-a", ...config },
    ...rest,
  });
  let kind = firstKind;
  putObjects(emulator, others);
  /** The engine's input of create: the arguments after check. */
  const inputs = async (args: Properties, timeouts?: Properties) => {
    const { inputs, failures } = await provider.check({}, declared(kind, args, timeouts));
    expect(failures).toEqual([]);
    return inputs;
  };
  return {
    emulator,
    provider,
    nextRun,
    /** From now on, the process is about another kind, and the emulator is as new. */
    async turnTo(nextKind: string) {
      kind = nextKind;
      await emulator.reset();
      putObjects(emulator, others);
    },
    inputs,
    /** A resource that was made, and the log of requests cleared. */
    async made(args: Properties, timeouts?: Properties) {
      const answer = await provider.create(await inputs(args, timeouts));
      emulator.clearRequests();
      return answer;
    },
    /** The messages for the user, without those that are shown only for a moment or in debugging. */
    shownMessages: () =>
      provider.logs
        .filter(({ severity, ephemeral }) => severity !== "debug" && !ephemeral)
        .map(({ message }) => message),
  };
}
