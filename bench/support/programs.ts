import { fileURLToPath } from "node:url";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { Stack } from "../../test/support/stack";

/** A stack whose programs make routes, and the service that they are made at. */
export interface Bench {
  emulator: Emulator;
  stack: Stack;
  /** Milliseconds of one run of the CLI, which has to succeed. */
  measureTime: (run: () => ReturnType<Stack["up"]>) => Promise<number>;
  close: () => Promise<void>;
}

/** The provider plugin as it is published. */
export const pluginFolder = fileURLToPath(new URL("../../provider/lib/plugin", import.meta.url));

const withPlugin = {
  name: "test-project",
  runtime: "nodejs",
  plugins: { providers: [{ name: "gce", path: pluginFolder }] },
};

/** @param namespace of the configuration: `gce` is the plugin's, which the project then has */
export async function startBench(
  environment: Record<string, string> = {},
  namespace: "gcp" | "gce" = "gcp",
): Promise<Bench> {
  const emulator = await startEmulator();
  const stack = await Stack.create({
    files: namespace === "gce" ? { "Pulumi.yaml": JSON.stringify(withPlugin) } : {},
    config: {
      [`${namespace}:project`]: "bench-project",
      [`${namespace}:region`]: "us-central1",
      [`${namespace}:zone`]: "us-central1-a",
      [`${namespace}:computeCustomEndpoint`]: emulator.endpoint,
    },
    secrets: { [`${namespace}:accessToken`]: "bench" },
    environment,
  });
  return {
    emulator,
    stack,
    async measureTime(run) {
      const startedMs = performance.now();
      const { code, output } = await run();
      if (code !== 0) throw new Error(output);
      return performance.now() - startedMs;
    },
    async close() {
      stack.remove();
      await emulator.close();
    },
  };
}

/** A program with that many routes, each with a range of its own. */
export function routes(count: number): string {
  return `for (let i = 0; i < ${String(count)}; i++)
  new gce.Route("r" + i, { network: "default", destRange: "10." + (i >> 8) + "." + (i & 255) + ".0/24", nextHopIp: "10.128.0.5" });`;
}

/** The same of the plugin, with the same language host. */
export function pluginRoutes(count: number): string {
  return `class Route extends pulumi.CustomResource {
  constructor(...given) { super("gce:index:Route", ...given); }
}
${routes(count).replace("gce.Route", "Route")}`;
}

/**
 * A program with that many resources whose create only sleeps, as long as a resource's operation would take: the least that the
 * engine can do.
 *
 * @param recorded what is in their state: nothing, or as many bytes as a route has there. The engine writes all of its
 * state anew at each step, so that a large stack takes longer the more its resources record.
 */
export function sleepers(count: number, sleepMs: number, recorded: "nothing" | "as much" = "nothing"): string {
  const outs = recorded === "nothing" ? "{}" : `{ms,x:'x'.repeat(${String(routeBytes)})}`;
  const loader = `exports.handler=()=>({create:async({ms})=>{await new Promise(r=>setTimeout(r,ms));return{id:'s',outs:${outs}}}})`;
  return `class Sleeper extends pulumi.CustomResource {
  constructor(name, ms) { super("pulumi-nodejs:dynamic/bench:Sleeper", name, { __provider: ${JSON.stringify(loader)}, ms }); }
}
for (let i = 0; i < ${String(count)}; i++) new Sleeper("s" + i, ${String(sleepMs)});`;
}

/** What a sleeper has to record to be as large in the state as a route: `bench/size.ts` shows both. */
const routeBytes = 884;
