import { afterEach, expect, it, vi } from "vitest";
import { route } from "../../../provider/src/resources/route/definition";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import { EngineLog } from "../../../provider/src/engine/engineLog";
import { ProviderProcess } from "../../../provider/src/engine/steps/process";
import { DynamicProvider } from "../../../provider/src/engine/dynamic/provider";
import type { Values } from "../../../provider/src/fields/values";

const inputs = {
  project: "p",
  name: "r",
  network: "https://www.googleapis.com/compute/v1/projects/p/global/networks/n",
  destRange: "10.0.0.0/8",
  nextHopIp: "10.0.0.1",
};

/** Breaks, as it would by a mistake in this package. */
const breaks = () => {
  throw new TypeError("Cannot read properties of undefined (reading 'x')");
};

/** A provider whose service gives that answer to everything. */
function providerOf(definition: ResourceDefinition, answer: Values): DynamicProvider {
  const transport = () => ({
    send: () => Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(answer), values: 0 }),
    close: () => Promise.resolve(),
  });
  const environment = { ...process.env, GOOGLE_OAUTH_ACCESS_TOKEN: "token-of-tests" };
  const kinds = { Route: () => definition };
  const made = new ProviderProcess({ environment, log: new EngineLog(), transport, kinds });
  return new DynamicProvider((read) => made.steps("Route", read));
}

const done = { name: "operation-1", status: "DONE", id: "1", network: inputs.network, destRange: inputs.destRange };

afterEach(() => {
  vi.unstubAllEnvs();
});

const broken: ResourceDefinition = { ...route, create: breaks, read: breaks, problems: breaks };

it.each<[step: string, run: (provider: DynamicProvider) => Promise<unknown>, subject: string]>([
  ["create", (provider) => provider.create(inputs), 'gce:Route "r": insert failed: '],
  ["read", (provider) => provider.read("projects/p/global/routes/r", inputs), 'gce:Route "r": read failed: '],
  ["check", (provider) => provider.check({}, inputs), "gce:Route: "],
])(
  "a fault of this package in %s says so, where to report it, and its stack only under PULUMI_GCE_DEBUG",
  async (_step, run, subject) => {
    for (const debug of ["", "1"]) {
      vi.stubEnv("PULUMI_GCE_DEBUG", debug);
      const error = await run(providerOf(broken, done)).then(
        () => expect.fail("it succeeded"),
        (thrown: unknown) => thrown as Error,
      );
      // The SDK prints it as it is.
      expect(error.stack?.split("\n")).toHaveLength(1);
      const [first = ""] = error.message.split("\n");
      expect(first).toMatch(/^gce:.* itself is at fault, and neither the program nor the service$/);
      expect(first.startsWith(subject)).toBe(true);
      expect(error.message).toContain("it failed with: TypeError: Cannot read properties of undefined");
      expect(error.message).toContain("report this at ");
      if (debug === "") {
        expect(error.message).toContain("PULUMI_GCE_DEBUG=1");
        expect(error.message).not.toMatch(/\n\s+at /);
      } else expect(error.message).toMatch(/\n\s+at .*fault\.test\.ts:\d+/);
    }
  },
);
