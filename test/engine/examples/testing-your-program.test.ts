import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { withHotPlugins } from "../../support/hotPlugin/hotPlugin";
import { keyServiceOption } from "../../support/keyService";
import { isolatedEnvironment, quickRuns, temporaryFolder } from "../../support/pulumiEnvironment";
import { markdownCommands, readMarkdown } from "../../support/markdown";
import { succeeded } from "../../support/routeStack";
import { ended } from "../../support/stack";

const folder = fileURLToPath(new URL("../../../examples/testing-your-program", import.meta.url));

const [mocks, emulator] = markdownCommands(readMarkdown("examples/testing-your-program/README.md"))
  .join("")
  .split("\n");

it.each([
  { command: mocks, tests: 3 },
  { command: emulator, tests: 4 },
])("runs the example's own tests as its README says: $command", async ({ command = "", tests }) => {
  const home = temporaryFolder();
  onTestFinished(() => {
    rmSync(home, { recursive: true, force: true });
  });
  const environment = { ...(await isolatedEnvironment(home)), ...quickRuns, ...keyServiceOption() };
  const run = await withHotPlugins({ folder, environment }, (hot) =>
    ended(spawn("sh", ["-c", command], { cwd: folder, env: hot, stdio: "pipe" })),
  );
  const output = succeeded(run);
  expect(output).toMatch(new RegExp(`\\bpass ${String(tests)}\\n`));
  expect(output).toMatch(/\bfail 0\n/);
});
