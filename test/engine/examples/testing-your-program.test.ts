import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { isolatedEnvironment, temporaryFolder } from "../../support/pulumiEnvironment";
import { succeeded } from "../../support/routeStack";
import { ended } from "../../support/stack";

const folder = fileURLToPath(new URL("../../../examples/testing-your-program", import.meta.url));

it.each([
  { script: "test:mocks", tests: 3 },
  { script: "test:emulator", tests: 4 },
])("runs the example's own tests with npm run $script", async ({ script, tests }) => {
  const home = temporaryFolder();
  onTestFinished(() => {
    rmSync(home, { recursive: true, force: true });
  });
  const environment = await isolatedEnvironment(home);
  const output = succeeded(
    await ended(spawn("npm", ["run", script], { cwd: folder, env: environment, stdio: "pipe" })),
  );
  expect(output).toMatch(new RegExp(`\\bpass ${String(tests)}\\n`));
  expect(output).toMatch(/\bfail 0\n/);
});
