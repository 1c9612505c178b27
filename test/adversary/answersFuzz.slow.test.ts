import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong, seedOfRun } from "../support/seed";
import { everyKind, kindNamed, nameOf } from "../kinds/every";
import { loader } from "../../provider/src/program/loader";
import type { FuzzedCase } from "../kinds/kind";
import { extendedFolder } from "../support/extendedPackage";
import { ProviderError, ProviderProcess, type Properties } from "../support/providerProcess";
import { canaryToken, transport } from "../support/routeProvider";
import { SeededRandom } from "../support/seededRandom";
import { Liar, type Shown, type Truth } from "./support/liar";
import { lied } from "./support/lies";
import { oddities } from "./support/marks";
import { attempt } from "./attempt";

/** Answers of each kind: some in every run, and 20,000 at night. */
const answersOfKind = isLong ? 20_000 : 150;

/** Cases that are under way at the same time: most of a case is waiting for its deadline. */
const together = 24;

const hurry = { __timeouts: { create: "250ms", update: "250ms", delete: "250ms" } };

let liar: Liar;
let provider: ProviderProcess;
let nextCase = 1;

beforeAll(async () => {
  liar = await Liar.start();
  provider = await ProviderProcess.start({
    config: { "gcp:accessToken": canaryToken, "gcp:computeCustomEndpoint": liar.endpoint },
    preloads: [transport],
    folder: extendedFolder,
    process: "hot",
  });
});
afterAll(async () => {
  await provider.release();
  await liar.close();
});

/** What a step gave: values that the engine is to record, or an error in words. */
interface Outcome {
  readonly id?: string;
  readonly values?: Properties;
  /** Nothing is recorded by this step; what was recorded before stays. */
  readonly failed?: true;
}

/** One life of a resource, all of whose answers may be lies. */
async function live(kind: string, seed: number): Promise<void> {
  const number = (nextCase += 1);
  const random = new SeededRandom(seed, kind);
  const fuzzed = kindNamed(kind).fuzzed(number);
  const truth = liar.begin(fuzzed.key, (request) =>
    // The service does not refuse what it has accepted: it knows the request id.
    lied(random, fuzzed.answer(request, truth.accepted), request.method === "GET" || truth.accepted === 0),
  );
  try {
    await lifeOf(kind, fuzzed, truth);
  } finally {
    liar.end(fuzzed.key);
  }
}

async function lifeOf(kind: string, fuzzed: FuzzedCase, truth: Truth): Promise<void> {
  const inputsOf = async (program: Properties) => {
    const { inputs, failures } = await provider.check(
      {},
      { __provider: loader(kind), __as: "a", ...program, ...hurry },
    );
    expect(failures).toEqual([]);
    return inputs;
  };
  const [inputs, changed] = [await inputsOf(fuzzed.program), await inputsOf(fuzzed.next)];
  const outcome = async (step: Promise<Outcome>): Promise<Outcome> => {
    const found = await step.catch((error: unknown): Outcome => {
      if (!(error instanceof ProviderError)) throw error;
      expect(error.message).toMatch(/^gce:/);
      expect(error.message).not.toContain("itself is at fault");
      expect(JSON.stringify([error.message, error.partial])).not.toContain(canaryToken);
      return error.partial === undefined
        ? { failed: true }
        : { id: error.partial.id, values: error.partial.properties };
    });
    expect(oddities(found.values ?? {})).toEqual([]);
    expect(JSON.stringify(found)).not.toContain(canaryToken);
    if (found.id !== undefined && found.id !== "") expect(found.id).toBe(fuzzed.id);
    expect(truth.changed.filter((path) => !fuzzed.mayChange.includes(path))).toEqual([]);
    return found;
  };

  const made = await outcome(provider.create(inputs).then(({ id, outs }) => ({ id, values: outs })));
  // What was begun is recorded, unless the service says that it has failed.
  if (truth.accepted > 0 && !truth.saidFailed) expect(made.failed).toBeUndefined();
  if (made.values === undefined) return;
  let values = made.values;
  const read = await outcome(provider.read(fuzzed.id, values).then(({ id, props }) => ({ id, values: props })));
  if (read.id === "") return;
  values = read.values ?? values;
  await provider.diff(fuzzed.id, values, changed);
  const updated = await outcome(provider.update(fuzzed.id, values, changed).then(({ outs }) => ({ values: outs })));
  values = { ...(updated.values ?? values), ...hurry };
  // Where no number is recorded the object is not looked at again, and nothing is shown of it.
  [truth.shown, truth.deletedAs] = [undefined, undefined];
  await outcome(provider.delete(fuzzed.id, values).then(() => ({})));
  if (truth.deletedAs === undefined) return;
  // What was deleted is what was recorded, as far as the service has shown it.
  const { id, name } = truth.deletedAs as Shown;
  if (typeof values.numericId === "string" && /^\d{1,20}$/.test(values.numericId) && /^\d{1,20}$/.test(String(id)))
    expect(String(id)).toBe(values.numericId);
  if (typeof name === "string" && name !== "") expect(name).toBe(values.name);
}

describe("the provider, of whose answers any may be a lie", () => {
  it.each(everyKind.map(nameOf))(
    "records what it has begun, deletes nothing else and shows no secret: %s",
    async (kind) => {
      await attempt(`${answersOfKind.toLocaleString("en-US")} generated answers`, kind, async () => {
        const until = liar.answers + answersOfKind;
        let seed = seedOfRun(process.env) * 1_000_000;
        const worker = async () => {
          while (liar.answers < until) {
            const own = (seed += 1);
            await live(kind, own).catch((error: unknown) => {
              throw new Error(`seed ${String(own)}: ${String(error)}`, { cause: error });
            });
          }
        };
        await Promise.all(Array.from({ length: together }, worker));
      });
    },
    1_800_000,
  );
});
