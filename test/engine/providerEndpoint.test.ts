import { expect, it } from "vitest";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

const endpoint = 'new pulumi.Config("gcp").require("computeCustomEndpoint")';
const provider = (args: string) => `const other = new gce.Provider("other", { project: "other", ${args} });\n`;
const route =
  'new gce.Route("r", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" }, { provider: other });\n';
const profiles = "exports.profiles = gce.getNetworkProfilesOutput({}, { provider: other }).networkProfiles;\n";
/** An endpoint that is nothing, and is known to be that only in the update. */
const lost = `const first = new gce.Route("first", { network: "default", destRange: "10.2.0.0/16", nextHopIp: "10.0.0.9" });
  const none = first.numericId.apply(() => undefined);\n`;

it("refuses a provider without an endpoint in a stack for an emulator, before any call, and takes one that says it", async () => {
  const { emulator, stack, routes } = await startRouteStack({ program: provider("") + route });
  for (const program of [
    provider("") + route,
    provider("") + profiles,
    provider('computeCustomEndpoint: ""') + route,
  ]) {
    stack.program(program);
    for (const run of [await stack.preview(), await stack.up()]) {
      const output = failed(run).replace(/\s+/g, " ");
      expect(output).toContain('gce.Provider "other": computeCustomEndpoint is missing.');
      expect(output).toContain(
        `computeCustomEndpoint: "${emulator.endpoint}", or computeCustomEndpoint: "https://compute.googleapis.com/compute/v1".`,
      );
    }
  }
  expect(emulator.requests()).toEqual([]);

  stack.program(provider(`computeCustomEndpoint: ${endpoint}`) + route + profiles);
  succeeded(await stack.preview());
  succeeded(await stack.up());
  expect(routes()).toEqual([]);
  expect(emulator.objects.list("projects/other/global/routes/")).toHaveLength(1);
});

// In a process of its own, which ends with the first error that nobody handles.
it("refuses an endpoint that is missing once it is known, before any call of the provider", async () => {
  const program = lost + provider("computeCustomEndpoint: none") + route;
  const { emulator, stack } = await startRouteStack({ program, host: "process" });
  succeeded(await stack.preview());
  expect(failed(await stack.up())).toContain('gce.Provider "other": computeCustomEndpoint is missing.');
  expect(emulator.requests().filter(({ path }) => path.includes("projects/other/"))).toEqual([]);
});

it("lets a provider take the endpoint of the environment, and say the public one", async () => {
  const { emulator, stack } = await startRouteStack({ program: provider("") + route });
  stack.environment.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = emulator.endpoint;
  succeeded(await stack.up());
  expect(emulator.objects.list("projects/other/global/routes/")).toHaveLength(1);
  delete stack.environment.GOOGLE_COMPUTE_CUSTOM_ENDPOINT;
  stack.program(provider('computeCustomEndpoint: "https://compute.googleapis.com/compute/v1"') + route);
  // A preview makes no call, so this one reaches nobody.
  succeeded(await stack.preview());
});
