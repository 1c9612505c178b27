import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import type { PlainCase } from "../kinds/kind";
import { everyKind, nameOf } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import { Rounds } from "../support/rounds";
import { project } from "../support/routeProvider";

/** Each change of a policy takes a round, and rounds take real time: there are few. */
const [resources, resourcesOfPolicy] = [24, 8];

/**
 * Requests that come late on a busy machine have a round of their own. A queue that lets one or a few through at a time takes
 * many more; one that lets a quarter of the resources through does not show.
 */
const spareRounds = 3;

/** The service changes one firewall policy by one operation at a time. */
const oneAtATime = "NetworkFirewallPolicyAssociation";

const cases = everyKind.map((kind) => [nameOf(kind), kind.plain] as const);

interface Spent {
  readonly rounds: number;
  readonly refused: readonly string[];
}

/** Counts the rounds that each call of the engine takes if all resources make it at the same time. */
async function roundsOfEachCall(
  kind: string,
  { arrange, args, change, isSingle }: PlainCase,
  most: number,
): Promise<Record<string, Spent>> {
  const gate = await Rounds.start();
  const { emulator, provider } = await startKindProvider(kind, {
    latency: { defaultMs: 600_000 },
    config: { "gcp:computeCustomEndpoint": gate.endpoint },
  });
  gate.emulator = emulator;
  const count = isSingle ? 1 : most;
  arrange?.(emulator, project, count);
  const spent: Record<string, Spent> = {};
  const spend = async <T>(call: string, work: (number: number) => Promise<T>): Promise<T[]> => {
    const results = await gate.spend(count, work);
    spent[call] = { rounds: gate.count, refused: [...gate.refused] };
    return results;
  };
  const declared = (number: number) => ({ __provider: loader(kind), __as: "logical", ...args(number) });
  const inputs = await spend("check", async (number) => (await provider.check({}, declared(number))).inputs);
  const made = await spend("create", (number) => provider.create(inputs[number] ?? {}));
  await spend("read", (number) => provider.read(made[number]?.id ?? "", made[number]?.outs ?? {}));
  let outs = made.map((each) => each.outs);
  if (change !== undefined)
    outs = await spend("update", async (number) => {
      const news = await provider.check(inputs[number] ?? {}, { ...declared(number), ...change });
      return (await provider.update(made[number]?.id ?? "", outs[number] ?? {}, news.inputs)).outs;
    });
  await spend("delete", (number) => provider.delete(made[number]?.id ?? "", outs[number] ?? {}));
  return spent;
}

describe.each(cases.filter(([kind]) => kind !== oneAtATime))("%s", (kind, plain) => {
  it("takes no more rounds for many resources than one takes requests, and three to spare", async () => {
    const { check, ...spent } = await roundsOfEachCall(kind, plain, resources);
    expect(check).toEqual({ rounds: 0, refused: [] });
    for (const [call, { rounds, refused }] of Object.entries(spent)) {
      const { requests = [] } = plain.budget[call as keyof PlainCase["budget"]] ?? {};
      expect([call, refused]).toEqual([call, []]);
      expect(rounds, call).toBeLessThanOrEqual(requests.length + spareRounds);
    }
  });
});

describe(oneAtATime, () => {
  const [, plain] = cases.find(([kind]) => kind === oneAtATime) ?? [];

  it("takes two rounds for each resource of a policy, and each is refused once at most", async () => {
    if (plain === undefined) throw new Error(`No kind is called ${oneAtATime}.`);
    const { check, read, ...changes } = await roundsOfEachCall(oneAtATime, plain, resourcesOfPolicy);
    expect(check).toEqual({ rounds: 0, refused: [] });
    expect(read?.refused).toEqual([]);
    expect(read?.rounds).toBeLessThanOrEqual(1 + spareRounds);
    for (const [call, { rounds, refused }] of Object.entries(changes)) {
      const { requests = [] } = plain.budget[call as keyof PlainCase["budget"]] ?? {};
      expect([call, new Set(refused)]).toEqual([call, new Set(["400 resourceNotReady"])]);
      expect(refused.length).toBeLessThan(resourcesOfPolicy);
      expect(rounds, call).toBeGreaterThanOrEqual(2 * resourcesOfPolicy);
      // Reads go on beside the next change: with them it would be three.
      expect(rounds, call).toBeLessThanOrEqual(2 * resourcesOfPolicy + requests.length + spareRounds);
    }
  });
});
