import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { project } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

const example = fileURLToPath(new URL("../../examples/canary-rollout", import.meta.url));
const group = `projects/${project}/regions/us-central1/instanceGroupManagers/storefront`;
const template = (version: number) => `projects/${project}/global/instanceTemplates/storefront-v${String(version)}`;
const read = (file: string) => readFileSync(join(example, file), "utf8");

it("examples/canary-rollout goes forward, fails, goes back by itself, and goes forward again", async () => {
  const { emulator, stack } = await startRouteStack({
    files: {
      "index.js": ts.transpileModule(read("index.ts"), {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      }).outputText,
    },
    config: { group, stable: template(41), canary: template(42), progressDeadlineSec: "2" },
    emulator: JSON.parse(read("rehearsal.json")) as EmulatorOptions,
  });
  const up = (percent: number) => stack.pulumi(["up", "--yes", "--config", `percent=${String(percent)}`]);
  /** How many instances have each template. */
  const versions = () => {
    const counts: Record<string, number> = {};
    for (const { object } of emulator.objects.list(`${group}/managedInstances/`)) {
      const link = (object.version as { instanceTemplate?: string } | undefined)?.instanceTemplate ?? "";
      const name = link.slice(link.lastIndexOf("/") + 1);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };

  const first = succeeded(await up(10));
  expect(first).toContain("if the instances do not get UPDATED in time, the change goes back by itself");
  expect(versions()).toEqual({ "storefront-v41": 9, "storefront-v42": 1 });

  // From now on, the instances of the new template do not get healthy.
  emulator.rollouts([{ instanceTemplate: "storefront-v42$" }]);
  const failure = failed(await up(50));
  expect(failure).toContain("waitForInstances failed: the instances are not UPDATED after");
  expect(failure).toMatch(/storefront-\w+ \(VERIFYING\): UNHEALTHY by the health check storefront-alive/);
  expect(failure).toContain("This run has put back what it changed. The state records that.");
  expect(versions()).toEqual({ "storefront-v41": 9, "storefront-v42": 1 });

  // The cause is mended.
  emulator.rollouts([]);
  succeeded(await up(50));
  expect(versions()).toEqual({ "storefront-v41": 5, "storefront-v42": 5 });
  succeeded(await up(100));
  expect(versions()).toEqual({ "storefront-v42": 10 });
  succeeded(await stack.pulumi(["destroy", "--yes"]));
  expect(versions()).toEqual({ "storefront-v42": 10 });
});
