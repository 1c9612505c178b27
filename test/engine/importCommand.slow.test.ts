import { expect, it } from "vitest";
import { readMarkdown } from "../support/markdown";
import { routePath } from "../support/routeProvider";
import { failed, mutations, routeProgram, startRouteStack, succeeded } from "../support/routeStack";
import { ended } from "../support/stack";

const plain = 'name: "r", destRange: "10.1.0.0/16"';

it("pulumi import crashes in the SDK, as the troubleshooting page says, and what that says instead works", async () => {
  const { emulator, stack, expectSame } = await startRouteStack({ program: "" });
  const link = (path: string) => `https://www.googleapis.com/compute/v1/projects/my-project/${path}`;
  const made = {
    destRange: "10.1.0.0/16",
    network: link("global/networks/default"),
    nextHopIp: "10.0.0.9",
    priority: 1000,
  };
  const { id } = emulator.objects.put(routePath, made);
  // Not kept with the output that this package answers for: the stack trace is the SDK's own.
  const type = "pulumi-nodejs:dynamic/gce:Route";
  const imported = await ended(stack.start(["import", type, "r", routePath, "--yes", "--non-interactive"]));
  // With the newest CLI, and with the oldest that is promised.
  const crashes = [
    "code must be a string, not undefined",
    "Cannot read properties of undefined (reading 'toJavaScript')",
  ];
  const output = failed(imported);
  expect(crashes.filter((crash) => output.includes(crash))).toHaveLength(1);
  for (const crash of crashes) expect(readMarkdown("provider/docs/troubleshooting.md")).toContain(crash);
  expect(stack.managed()).toEqual([]);
  expect(mutations(emulator)).toEqual([]);

  stack.program(routeProgram(`${plain}, adoptExisting: true`));
  succeeded(await stack.up());
  expect(emulator.objects.get(routePath)?.id).toBe(id);
  expectSame();
});
