import * as pulumi from "@pulumi/pulumi";
import { onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator/src/index";
import { captureError, emulatorForTest } from "./untilTestEnds";

export const project = "my-project";
export const region = "us-central1";
export const zone = "us-central1-a";
export const functionToken = "ya29.a-token-of-functions";

/** An emulator that functions called in this process talk to, with a project configured. Ends with the test. */
export async function emulatorForFunctions(
  options: EmulatorOptions & { config?: Readonly<Record<string, string>> } = {},
): Promise<Emulator> {
  const { config, ...rest } = options;
  await mockResources();
  const emulator = await emulatorForTest(rest);
  onTestFinished(() => {
    pulumi.runtime.setAllConfig({});
  });
  configure(emulator, config);
  return emulator;
}

/**
 * Has resources registered as mocks do it, while functions call the service: they know mocks by a member of the monitor.
 *
 * @param registered told of the inputs of each resource
 */
export async function mockResources(
  registered: (inputs: Record<string, unknown>) => void = () => undefined,
): Promise<void> {
  await pulumi.runtime.setMocks({
    call: () => ({}),
    newResource({ name, inputs }) {
      const state = inputs as Record<string, unknown>;
      registered(state);
      return { id: `${name}-id`, state };
    },
  });
  hideMocks();
}

/** From here on, resources are registered as mocks do it, and the package does not know that: it takes them for real ones. */
export function hideMocks(): void {
  const monitor = pulumi.runtime.getMonitor() as unknown as Record<string, (...args: unknown[]) => unknown>;
  const methods = ["registerResource", "readResource", "registerResourceOutputs", "supportsFeature"] as const;
  const bound = methods.map((name) => [name, (...args: unknown[]) => monitor[name]?.(...args)] as const);
  pulumi.runtime.setMockOptions(Object.fromEntries(bound));
}

/** The stack's configuration, from here on. */
export function configure(emulator: Emulator, config: Readonly<Record<string, string>> = {}): void {
  pulumi.runtime.setAllConfig({
    "gcp:project": project,
    "gcp:computeCustomEndpoint": emulator.endpoint,
    "gcp:accessToken": functionToken,
    ...config,
  });
}

/** An operation of that region which has just begun: a change of the group `g`. */
export async function startOperation(emulator: Emulator): Promise<{ name: string; id: string; selfLink: string }> {
  const group = `projects/${project}/regions/${region}/instanceGroupManagers/g`;
  const { fingerprint } = emulator.objects.put(group, { targetSize: 1 });
  const response = await fetch(`${emulator.endpoint}/${group}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${functionToken}`, "content-type": "application/json" },
    body: JSON.stringify({ fingerprint, targetSize: 2 }),
  });
  const operation = (await response.json()) as { name: string; id: string; selfLink: string };
  emulator.clearRequests();
  return operation;
}

/** The message that a call fails with. */
export async function captureRefusal(call: Promise<unknown>): Promise<string> {
  const { message } = await captureError(call, (error) => pulumi.RunError.isInstance(error));
  return message;
}

/** The items of a list, collected one by one. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Records a function's messages in Pulumi's log, by severity, until the test ends. */
export function recordLog() {
  const recorded = { warnings: new Array<string>(), info: new Array<string>(), debug: new Array<string>() };
  const log = pulumi.log as Record<"warn" | "debug" | "info", typeof pulumi.log.warn>;
  const before = { ...log };
  const into = (texts: string[]) => (message: string) => {
    texts.push(message);
    return Promise.resolve();
  };
  Object.assign(log, { warn: into(recorded.warnings), info: into(recorded.info), debug: into(recorded.debug) });
  onTestFinished(() => void Object.assign(log, before));
  return recorded;
}
