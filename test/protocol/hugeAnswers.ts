import { expect, it } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator/src/index";
import type { Properties, ProviderProcess } from "../support/providerProcess";
import { checkedRoute, plainRoute, routesPath } from "../support/routeProvider";
import { startRelay, type Lie } from "../support/relay";

/*
 * Answers that are far larger in the memory than as text, to a process on a small machine.
 */

/** 800 KB of members that are small as text: as the library's messages, they are 300 MB. */
const small = `[${'{"a":1},'.repeat(100_000)}{"a":1}]`;
/** That of a small machine. */
const environment = { NODE_OPTIONS: "--max-old-space-size=512" };
const bigPath = `${routesPath}/big`;

const lie: Lie = (method, path) => {
  if (method === "GET" && path.endsWith("/routes/big")) return (answer) => `{"warnings":${small},${answer.slice(1)}`;
  if (path.endsWith("/locations/global/operations")) return () => `{"items":${small}}`;
  return undefined;
};

interface Started {
  readonly emulator: Emulator;
  readonly provider: ProviderProcess;
  inputs(args: Properties): Promise<Properties>;
}

/** Starts a real process with these options, for the service at that endpoint. */
export type Start = (
  endpoint: string,
  options: EmulatorOptions & { readonly environment: Record<string, string>; readonly isSpawned: true },
) => Promise<Started>;

/** Attacks while a create of that name is under way; the create has to come to its end after it. */
async function besideCreate(
  { emulator, provider, inputs }: Started,
  name: string,
  attack: () => Promise<void>,
): Promise<void> {
  emulator.clearRequests();
  const creating = provider.create(await inputs({ ...plainRoute, name }));
  await expect.poll(() => emulator.requests().some(({ method }) => method === "POST")).toBe(true);
  await attack();
  emulator.finishOperations();
  const { id, outs } = await creating;
  expect({ id, outs }).toMatchObject({ id: `${routesPath}/${name}`, outs: { ...checkedRoute, name } });
}

/**
 * The promises of every face, in one process, over a service that lies.
 *
 * @param ask what only this face asks for: it is refused beside a create
 */
export function describeHugeAnswers(start: Start, ask?: (provider: ProviderProcess) => Promise<void>): void {
  it("800 KB of warnings are left out, beside a create and in one, and a list of 800 KB is refused in words", async () => {
    const relay = await startRelay(lie);
    const latency = { defaultMs: 600_000 };
    const started = await start(relay.endpoint, { latency, environment, isSpawned: true });
    const { emulator, provider, inputs } = started;
    relay.leadsTo(emulator.endpoint);
    const news = await inputs({ ...plainRoute, name: "big" });
    emulator.objects.put(bigPath, { ...checkedRoute, name: "big" });
    await besideCreate(started, "beside-a-read", async () => {
      const { id, props } = await provider.read(bigPath, news);
      expect(id).toBe(bigPath);
      expect(props).toMatchObject({ ...checkedRoute, name: "big" });
      expect(props).not.toHaveProperty("warnings");
      expect((await provider.read(bigPath, props)).props).toEqual(props);
    });
    const words =
      'gce:Route "big": not recorded, because the object is too large: warnings. It has 0.763 MiB of JSON and ';
    await expect.poll(() => provider.logs.map(({ message }) => message).join("\n")).toContain(words);
    if (ask !== undefined) await besideCreate(started, "beside-a-list", () => ask(provider));

    emulator.objects.delete(bigPath);
    emulator.latency({ defaultMs: 0 });
    const { id, outs } = await provider.create(news);
    expect(emulator.objects.get(bigPath)).toBeDefined();
    expect(id).toBe(bigPath);
    expect(await provider.diff(id, outs, news)).toMatchObject({ changes: false, replaces: [] });
  });
}
