import { join } from "node:path";
import { expect, it } from "vitest";
import { readMarkdown } from "../support/markdown";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

const route = 'network: "default", nextHopGateway: "default-internet-gateway"';

it("shows every problem of a resource before any call, and the problems of the next resource in the next run", async () => {
  const { emulator, stack } = await startRouteStack({
    program: `
      const bad = { ${route}, destRange: "10.1.0.0", priority: -1, name: process.env.NAME ?? "" };
      for (const name of ["one", "two", "three"]) new gce.Route(name, bad);`,
  });
  const output = failed(await stack.preview());
  const problems = [
    "destRange must be a range with a prefix length",
    "priority must be a whole",
    "name is empty: leave it",
  ];
  // The engine stops at the first resource that check refuses.
  for (const problem of problems) expect(output.slice(output.indexOf("Diagnostics:")).split(problem)).toHaveLength(2);
  expect(emulator.requests()).toEqual([]);
});

it("shows the refusal of a function once, whatever the program makes of its Output", async () => {
  const { stack } = await startRouteStack({});
  for (const use of [
    "exports.managedInstances = group.managedInstances;",
    "const { managedInstances } = group; exports.count = managedInstances.apply((all) => all.length);",
    "",
  ]) {
    stack.program(
      `const group = gce.getManagedInstancesOutput({ instanceGroupManager: "web", region: "r", zone: "z" });\n${use}`,
    );
    const output = failed(await stack.preview());
    expect(output).not.toContain("PromiseRejectionHandledWarning");
    expect(output.slice(output.indexOf("Diagnostics:")).split("zone and region are both given")).toHaveLength(2);
  }
});

it("fails where a hook of NODE_OPTIONS prints to the standard output, as the troubleshooting page says, and to no other", async () => {
  const { stack } = await startRouteStack({});
  const preview = (stream: "log" | "error") => {
    stack.write("hook.cjs", `console.${stream}("a line of the hook");`);
    return stack.pulumi(["preview", "--non-interactive"], {
      NODE_OPTIONS: `--require ${join(stack.folder, "hook.cjs")}`,
    });
  };
  const [missing, line] = ["Cannot find module", "cmd/run/index.js"];
  const output = failed(await preview("log")).replaceAll(/\s+/g, " ");
  expect(output).toMatch(new RegExp(`${missing} '\\S*a line of the hook \\S*${line}'`));
  expect(readMarkdown("provider/docs/troubleshooting.md")).toContain(
    `\`${missing}\`, and a line of another program before \`${line}\``,
  );
  succeeded(await preview("error"));
});
