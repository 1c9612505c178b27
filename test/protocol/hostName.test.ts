import dns from "node:dns";
import { expect, it, onTestFinished, vi } from "vitest";
import { parse } from "yaml";
import { readCommandLine } from "../../emulator/src/commandLine";
import { startEmulator } from "../../emulator/src/index";
import { markdownCommands, markdownPrograms, readMarkdown } from "../support/markdown";
import { launchClasses } from "../support/innerProcess";
import { ProviderProcess } from "../support/providerProcess";
import { declared, captureFailure, plainRoute, routePath, stopAfterTest } from "../support/routeProvider";

/** Makes the name `emulator` lead to this machine, until the test ends. */
function nameThisMachine(): void {
  const { lookup } = dns;
  const named = vi.spyOn(dns, "lookup").mockImplementation(((name: string, ...rest: unknown[]) => {
    (lookup as (...given: unknown[]) => void)(name === "emulator" ? "127.0.0.1" : name, ...rest);
  }) as unknown as typeof lookup);
  onTestFinished(() => {
    named.mockRestore();
  });
}

const page = readMarkdown("emulator/README.md");

/** The options of the emulator in the lines for Compose of its README, on another port and on this machine only. */
function readComposeOptions() {
  const [compose = ""] = markdownPrograms(page, "yaml").filter((text) => text.startsWith("services:"));
  const { services } = parse(compose) as { services: { emulator: { command: string } } };
  const [program, ...options] = services.emulator.command.split(" ");
  expect(program).toBe("node_modules/.bin/pulumi-gce-emulator");
  return { ...readCommandLine(options).options, port: 0, host: "127.0.0.1" };
}

/** The settings of the README, with the port of this emulator. */
function readPageSettings(port: string): Record<string, string> {
  const [commands = ""] = markdownCommands(page).filter((text) => text.includes("gcp:allowPlainHttp"));
  const lines = [...commands.matchAll(/^pulumi config set (?:--secret )?gcp:(\w+) (.*)$/gm)];
  return Object.fromEntries(lines.map(([, key = "", value = ""]) => [key, value.replace("8461", port)]));
}

/** An emulator as another container reaches it: by the host name `emulator`, over plain http. All ends with the test. */
async function startInAnotherContainer(options = readComposeOptions()) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  const { port } = new URL(emulator.url);
  nameThisMachine();
  const settings = Object.entries(readPageSettings(port)).map(([key, value]) => [`gcp:${key}`, value]);
  const provider = await ProviderProcess.start({
    config: Object.fromEntries(settings),
    launch: await launchClasses(),
  });
  stopAfterTest(provider);
  return { emulator, port, provider };
}

it("a program that allows plain http manages resources in an emulator of another container", async () => {
  const { emulator, port, provider } = await startInAnotherContainer();
  const { inputs, failures } = await provider.check({}, declared("Route", plainRoute));
  expect(failures).toEqual([]);
  const { id, outs } = await provider.create(inputs);
  expect(emulator.objects.get(routePath)).toMatchObject({ destRange: plainRoute.destRange });
  await provider.delete(id, outs);
  expect(emulator.objects.get(routePath)).toBeUndefined();
  expect(new Set(emulator.requests().map(({ headers }) => headers.host))).toEqual(new Set([`emulator:${port}`]));
});

it("an emulator that does not allow its name says how to allow it", async () => {
  const { provider } = await startInAnotherContainer({ ...readComposeOptions(), allowedHosts: [] });
  const { inputs } = await provider.check({}, declared("Route", plainRoute));
  expect((await captureFailure(provider.create(inputs))).message).toContain("--allow-host");
});
