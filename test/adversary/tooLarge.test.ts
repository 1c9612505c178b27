import { expect, it } from "vitest";
import { Steps } from "../../provider/src/engine/steps/steps";
import { isLarger, measureSize } from "../../provider/src/fields/size";
import type { Values } from "../../provider/src/fields/values";
import { invoke } from "../../provider/src/functions/invoke";
import { PooledTransport } from "../../provider/src/http/transport/pooledTransport";
import type { Transport } from "../../provider/src/http/transport/transport";
import { PartialFailure } from "../../provider/src/lifecycle/job/failure";
import { recordBound } from "../../provider/src/lifecycle/job/recordBound";
import { Settings } from "../../provider/src/settings/settings";
import { emulatorOptions, everyKind, kindNamed } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { createClient } from "../support/computeCalls";
import { makeHugeSample } from "../support/formSamples";
import { offlineResource, testConfiguration } from "../support/offlineResource";
import { answers, scriptedServer } from "../support/scriptedServer";
import { captureError, emulatorForTest } from "../support/untilTestEnds";

/** The values that are too large for a record: one text, and many that are small as text and cost the most as messages. */
const tooMuch: Readonly<Record<string, unknown>> = {
  "a text": "x".repeat(2 * 1024 * 1024),
  "small values": Array.from({ length: 30_000 }, () => ({ a: 1 })),
};

const request = { urn: "" };

/** One object of a kind at a service that puts these members into whatever it answers about objects. */
async function startKind({ definition, plain }: TestedKind, lies: () => Values) {
  const emulator = await emulatorForTest(emulatorOptions());
  plain.arrange?.(emulator, "my-project", 1);
  const { origin } = new URL(emulator.endpoint);
  const real = new PooledTransport({ origin, trusted: undefined, proxy: undefined });
  const lying: Transport = {
    close: () => real.close(),
    async send(request) {
      const answer = await real.send(request);
      const said = JSON.parse(answer.body) as Values;
      const isOther = answer.status !== 200 || request.target.includes("/operations") || "operationType" in said;
      return isOther ? answer : { ...answer, body: JSON.stringify({ ...said, ...lies() }) };
    },
  };
  const client = createClient(origin, { open: () => lying });
  const resource = { ...offlineResource(definition), client: () => client };
  resource.log.about = () => resource.log;
  const steps = new Steps(resource);
  const { inputs, failures } = await steps.check(request, {}, plain.args(0));
  expect(failures).toEqual([]);
  return { emulator, steps, inputs, messages: resource.log.messages };
}

/** An output of each form that can be too large: a text, a list, a map and an object. */
const outputs: readonly (readonly [kind: string, output: string])[] = [
  ["SubnetworkPatch", "state"],
  ["Snapshot", "guestOsFeatures"],
  ["Snapshot", "effectiveLabels"],
  ["RegionInstanceGroupManagerPatch", "currentActions"],
];

it.each(outputs)("of %s, %s is left out of the record where it is too large", async (kindName, name) => {
  const kind = kindNamed(kindName);
  const { apiName = name, kind: value } = kind.definition.fields[name] ?? { kind: { form: "any" } };
  const lie = { [apiName]: makeHugeSample(value.form) };
  const { steps, inputs, messages } = await startKind(kind, () => lie);
  const { id, outs } = await steps.create(request, inputs);
  expect(isLarger(measureSize(outs), recordBound)).toBe(false);
  expect(outs).not.toHaveProperty(name);
  expect(JSON.stringify(messages)).toContain(`not recorded, because the object is too large: ${name}.`);
  // Nothing drifts, and nothing is replaced, for what was left out.
  expect(await steps.diff(request, outs, inputs)).toMatchObject({ changes: false, replaces: [] });
  expect(await steps.read(request, id, outs)).toEqual({ id, props: outs });
  await steps.delete(request, id, outs);
});

it("an object whose description is too large is recorded as the program says it, and its read changes nothing", async () => {
  let lies: Values = { description: tooMuch["a text"] };
  const { emulator, steps, inputs } = await startKind(kindNamed("Route"), () => lies);
  // The tenth part of it is waited until the service shows what the program says.
  const partial = await thrown(steps.create({ ...request, timeoutMs: 20_000 }, inputs));
  if (!(partial instanceof PartialFailure)) throw partial;
  const { id, properties } = partial;
  expect(properties).toMatchObject(inputs);
  expect(isLarger(measureSize(properties), recordBound)).toBe(false);
  lies = {};
  emulator.clearRequests();
  const { outs } = await steps.update(request, id, properties, inputs);
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  expect(await steps.diff(request, outs, inputs)).toMatchObject({ changes: false, replaces: [] });
  lies = { description: tooMuch["a text"] };
  const { message } = await thrown(steps.read(request, id, outs));
  expect(message).toMatch(/read failed: what the service shows is too large: 2 MiB of JSON and \d+ values/);
  expect(message).toMatch(
    /and the state records at most 1 MiB of JSON and 25,000 values\n {2}too large: description\n/,
  );
  expect(message).toContain("The recorded state is unchanged.");
});

/** Kinds that record what was there before, with a text that they set. */
const borrowed = everyKind.flatMap(({ definition, plain }) => {
  const [changed = ""] = Object.keys(plain.change ?? {});
  const { change, kind } = definition.fields[changed] ?? {};
  return change === "update" && kind?.form === "text" && "RESTORE" in definition.deleteEffects
    ? [[definition.kind, changed] as const]
    : [];
});

it.each(borrowed)("a %s changes nothing where the earlier %s is too large to be put back", async (name, member) => {
  const { emulator, steps, inputs } = await startKind(kindNamed(name), () => ({ [member]: tooMuch["a text"] }));
  emulator.clearRequests();
  const failure = await thrown(steps.create(request, inputs));
  expect(failure).not.toBeInstanceOf(PartialFailure);
  expect(failure.message).toMatch(
    /the record that puts back what was there before is too large: it has 2 MiB of JSON and .*\n.*Nothing was changed\./s,
  );
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

const thrown = (step: Promise<unknown>) => captureError(step, (error) => error instanceof Error);

/** A call of a function of the plugin. */
function call(name: string, args: Values, origin: string) {
  const settings = new Settings((key) => testConfiguration[key], {});
  const log = { message: () => undefined, status: () => undefined };
  return invoke(name, args, {
    settings,
    client: () => createClient(origin),
    log,
    isPreview: false,
    hasSecretArguments: false,
  });
}

it.each(Object.entries(tooMuch))(
  "a list that has %s without end is ended in words at the bound",
  async (_what, value) => {
    const page = { items: Array.from({ length: 4 }, () => ({ value })), nextPageToken: "" };
    let pages = 0;
    const { origin } = await scriptedServer((asked, response) => {
      page.nextPageToken = String((pages += 1));
      return answers(200, page)(asked, response);
    });
    const { message } = await thrown(call("getOrganizationOperations", { parentId: "organizations/1" }, origin));
    expect(message).toMatch(
      /^gce\.getOrganizationOperations: list the operations of organizations\/1 failed after \d pages? with \d+ operations: the result has /,
    );
    expect(message).toContain(", and the plugin gives Pulumi's engine at most 8 MiB of JSON and 100,000 values");
    expect(message).toContain("Narrow it with `filter` or `maxItems`.");
    expect(message).toContain("iterateOrganizationOperations");
    expect(pages).toBeLessThan(3);
  },
);

it("an object that is too large for the engine is refused in words", async () => {
  const { origin } = await scriptedServer(answers(200, { status: "DONE", name: "o", big: "x".repeat(9 << 20) }));
  const { message } = await thrown(call("waitForRegionOperation", { operation: "o" }, origin));
  expect(message).toMatch(/^gce\.waitForRegionOperation: return its result failed: the result has 9 MiB/);
  expect(message).not.toContain("Narrow");
});
