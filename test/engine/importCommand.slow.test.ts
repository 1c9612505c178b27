import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pluginToken, typeToken } from "../../provider/src/names/typeToken";
import { startTwoFacedStack, writeAdoption } from "../support/bothFaces";
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

it("a file of `pulumi preview --import-file` imports with the type and the id that the page says, and a class takes that over", async () => {
  const { emulator, stack, declare, recordRequests } = await startTwoFacedStack();
  const args = { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
  const { id } = emulator.objects.put(routePath, { ...args, network: "global/networks/default" });
  const declared = [{ kind: "Route", name: "egress", args }];
  declare("class", declared);
  succeeded(await stack.preview("--import-file", "import.json"));

  const written = readFileSync(join(stack.folder, "import.json"), "utf8");
  const page = readMarkdown("provider/docs/otherLanguages.md").replaceAll(/\s+/g, " ");
  const [placeholder, from, to] = ["<PLACEHOLDER>", typeToken("Route"), pluginToken("Route")];
  expect(page).toContain(`Write \`${to}\` in place of \`${from}\`, and the id in place of \`${placeholder}\`.`);
  for (const text of [placeholder, from]) expect(written).toContain(text);
  stack.write("import.json", written.replace(from, to).replace(placeholder, routePath));
  const flags = ["--yes", "--skip-preview", "--non-interactive", "--generate-code=false"];
  succeeded(await stack.pulumi(["import", "--file", "import.json", ...flags]));

  declare(
    "class",
    writeAdoption("class", declared).map((one) => ({ ...one, options: { ...one.options, protect: true } })),
  );
  expect(await recordRequests(() => stack.up())).toEqual([]);
  expect(stack.managed().map(({ type, outputs }) => [type, outputs?.numericId])).toEqual([[from, id]]);
});
