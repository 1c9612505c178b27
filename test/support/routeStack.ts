import { expect, onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator/src/index";
import { canaryToken, project, routesPath, transportLoaded } from "./routeProvider";
import { Stack, type Run, type StackOptions } from "./stack";
import { emulatorForTest } from "./untilTestEnds";

export interface RouteStackOptions extends StackOptions {
  emulator?: EmulatorOptions;
  /** Of the keys of configuration: `gce` is the plugin's. */
  namespace?: "gcp" | "gce";
}

/** A stack and the emulator that it is applied to; both end with the test. */
export async function startRouteStack(options: RouteStackOptions) {
  const { emulator: emulatorOptions, namespace = "gcp", config, environment, ...rest } = options;
  const emulator = await emulatorForTest(emulatorOptions);
  const stack = await Stack.create({
    ...rest,
    config: { [`${namespace}:project`]: project, [`${namespace}:computeCustomEndpoint`]: emulator.endpoint, ...config },
    environment: { ...transportLoaded, GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken, ...environment },
  });
  onTestFinished(() => {
    const written = [...stack.printed, stack.stateText()].join("\n");
    stack.remove();
    expect(written).not.toContain(canaryToken);
    // Frames of the program are for the user; those of the provider process are noise.
    expect(written).not.toMatch(
      /\n\s+at .*(lib\/engine\/|dist\/(compute|engine|http|lifecycle|parts|resources)\/|dynamic-provider)/,
    );
  });
  /** Paths of the routes at the service. */
  const routes = () => emulator.objects.list(`${routesPath}/`).map(({ path }) => path);
  return {
    emulator,
    stack,
    routes,
    /** The state and the service have the same routes, of the same incarnation, and nothing is pending. */
    expectSame() {
      const recorded = stack.managed();
      expect(recorded.map(({ id }) => id).sort()).toEqual(routes());
      for (const { id = "", outputs = {}, initErrors = [] } of recorded) {
        expect(outputs.numericId).toBe(emulator.objects.get(id)?.id);
        expect(outputs).not.toHaveProperty("__pending");
        expect(initErrors).toEqual([]);
      }
    },
  };
}

/** Its output, when it succeeded; otherwise the test fails and shows it. */
export function succeeded({ code, output }: Run): string {
  if (code !== 0) throw new Error(`It ended with ${String(code)}:\n${output}`);
  return output;
}

/** Its output, when it failed. */
export function failed({ code, output }: Run): string {
  if (code === 0) throw new Error(`It succeeded:\n${output}`);
  return output;
}

/** A program of one route. */
export function routeProgram(args: string, options = "", before = ""): string {
  return `${before}
exports.route = new gce.Route("r", { network: "default", nextHopIp: "10.0.0.9", ${args} }, { ${options} }).selfLink;`;
}

/** The mutations that reached the service, in order: `insert r`, `delete r`. */
export function mutations(emulator: Emulator): string[] {
  return emulator
    .operations()
    .map(
      ({ operation }) =>
        `${String(operation.operationType)} ${String(operation.targetLink).replace(/^.*\/routes\//, "")}`,
    );
}
