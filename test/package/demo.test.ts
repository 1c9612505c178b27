import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quickAfterFirst } from "../support/pulumiEnvironment";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** As its npm script does; not by the command of tsx, which kills what is slow to end after an interrupt. */
const loader = pathToFileURL(join(repository, "node_modules/tsx/dist/loader.mjs")).href;

describe("npm run demo", () => {
  /** The demo keeps everything in a folder below this one. */
  let temporary: string;

  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), "pulumi-gce-"));
  });

  afterEach(() => {
    rmSync(temporary, { recursive: true, force: true });
  });

  it("applies the quickstart, shows that a second run changes nothing, previews a change, and leaves nothing", async () => {
    const { code, output } = await demo();
    expect(code, output).toBe(0);
    expect(output).toContain("+ 5 created");
    expect(output).toContain("5 unchanged");
    expect(output).toContain("+-1 to replace");
    expect(output).toContain("- 5 deleted");
    expect(output).toMatch(/created +4 routes in [\d.]+ s/);
    expect(output).toContain("API calls 12 ");
    await expectNothingLeft(output);
  });

  it("cleans up after an interrupt, and says with its exit code that it did not finish", async () => {
    const { code, output } = await demo((soFar, interrupt) => {
      if (soFar.includes("pulumi up: four routes")) interrupt();
    });
    expect(code, output).toBe(130);
    expect(output).toContain("Interrupted.");
    await expectNothingLeft(output);
  });

  it("ends with an error that says what to do when no Pulumi CLI is available", async () => {
    const { code, output } = await demo(undefined, {
      TMPDIR: temporary,
      PATH: dirname(process.execPath),
      PULUMI_GCE_CACHE: join(temporary, "cache"),
      PULUMI_GCE_CLI_INSTALLER: "off",
    });
    expect(code, output).toBe(1);
    expect(output).toContain("No Pulumi CLI could be found or made.");
    expect(output).toContain("Install Pulumi");
  });

  async function expectNothingLeft(output: string): Promise<void> {
    expect(readdirSync(temporary).filter((name) => name.startsWith("pulumi-gce-demo-"))).toEqual([]);
    const url = /listens on (http:\S+)/.exec(output)?.[1] ?? expect.fail("the emulator never listened");
    await expect(fetch(url)).rejects.toThrow();
  }

  /** Runs the demo as its npm script does, but for the build. */
  function demo(
    watch?: (output: string, interrupt: () => void) => void,
    environment: NodeJS.ProcessEnv = { TMPDIR: temporary, ...quickAfterFirst(temporary) },
  ): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, ["--import", loader, "examples/demo.ts"], {
      cwd: repository,
      env: { ...process.env, ...environment },
    });
    let output = "";
    let interrupted = false;
    const hear = (part: Buffer) => {
      output += part.toString();
      watch?.(output, () => {
        if (!interrupted) child.kill("SIGINT");
        interrupted = true;
      });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    return new Promise((resolve) => {
      child.on("close", (code) => {
        resolve({ code, output });
      });
    });
  }
});
