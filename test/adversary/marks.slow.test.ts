import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as gce from "../../provider/src/index";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";
import { everySubject, kindNamed, subjectOf } from "../kinds/every";
import type { Subject } from "../kinds/kind";
import { isObject, type Json } from "../support/json";
import type { Hooks } from "../support/lyingProxy";
import { isTriedToday } from "../support/seed";
import { collect, configure, recordLog } from "../support/functionCalls";
import { ProviderError, type Properties } from "../support/providerProcess";
import { project } from "../support/routeProvider";
import { AdversaryLane } from "./support/lane";
import { escapedJson, expectPlain, marks, signatureKey, unknownMarks } from "./support/marks";
import { attempt } from "./attempt";

let lane: AdversaryLane;

beforeAll(async () => {
  lane = await AdversaryLane.start();
});
beforeEach(() => lane.begin());
afterAll(async () => {
  await lane.close();
});

const hurry = { __timeouts: { create: "150ms", update: "150ms", delete: "150ms" } };

const leisure = { __timeouts: { create: "30s", update: "30s", delete: "30s" } };

/** Every mark at once, in lists, deep inside and as keys. */
const allInside: Json = {
  list: Object.values(marks),
  deep: [{ a: { b: Object.values(marks) } }],
  keys: Object.fromEntries(
    [...Object.values(unknownMarks), signatureKey, "__pulumiAsset", "a\ud800b"].map((key) => [key, "x"]),
  ),
};

/** Reads of an object, or of what holds it, are answered with these members. */
const answersWith = (members: Readonly<Record<string, Json>>, isEscaped = false): Hooks => ({
  answer(answered, { method, path }) {
    if (method !== "GET" || path.includes("/operations") || !isObject(answered.body)) return answered;
    const body = { ...answered.body, ...members };
    return { ...answered, body, ...(isEscaped ? { text: escapedJson(body) } : {}) };
  },
});

/** The members that the service may say of an object of a kind, and one that nobody knows. */
function membersOf({ fields }: ResourceDefinition): string[] {
  const names = Object.entries(fields).map(([name, { apiName }]) => apiName ?? name);
  return [...new Set([...names, "newInNextYear"])];
}

/** What a call gives back to the engine, whether it succeeds or not. */
async function givenBack(call: Promise<Partial<Record<"props" | "outs" | "inputs", Properties | undefined>>>) {
  try {
    const { props, outs, inputs } = await call;
    return [props, outs, inputs].filter((values) => values !== undefined);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    expect(error.message).toMatch(/^gce:|Resource provider reported/);
    return error.partial === undefined ? [] : [error.partial.properties];
  }
}

/** Every mark by itself, and all of them at once. */
const attacks = Object.entries({ ...marks, "all of them, inside and as keys": allInside });

/** For what takes longer, the unknown values of other types go with the one that has all of them. */
const fewer = attacks.filter(([attack]) => !/unknown (boolean|number|asset|archive|object)$/.test(attack));

/** An object is read, with a mark in one of its members. */
async function readsPlainData(lane: AdversaryLane, { kind, program, seed }: Subject): Promise<void> {
  const members = membersOf(kindNamed(kind).definition);
  await lane.begin();
  seed(lane.emulator);
  const inputs = await lane.inputs(kind, program);
  const { id, outs } = await lane.provider.create(inputs);
  const read = (members: Readonly<Record<string, Json>>, isEscaped = false) => {
    lane.lies(answersWith(members, isEscaped));
    return givenBack(lane.provider.read(id, { ...outs, ...hurry }));
  };
  for (const [row, [attack, mark]] of fewer.entries()) {
    // Each mark meets half of the members on each day, and each member half of the marks.
    for (const member of members.filter((_member, column) => isTriedToday(row + column, 2))) {
      await attempt(attack, `${kind}.${member}`, async () => {
        for (const values of await read({ [member]: mark })) {
          await expectPlain(values);
          await lane.provider.diff(id, values, inputs);
        }
      });
    }
    await attempt(`${attack}, behind escapes`, kind, async () => {
      const hidden = { description: mark, labels: { a: mark }, newInNextYear: mark };
      for (const values of await read(hidden, true)) await expectPlain(values);
    });
  }
}

/** The whole life of an object whose answers have a mark: nothing is lost on the way. */
async function livesOn(lane: AdversaryLane, { kind, program, next, seed }: Subject): Promise<void> {
  for (const [attack, mark] of fewer) {
    await attempt(attack, `${kind}: create, update, delete`, async () => {
      await lane.begin();
      seed(lane.emulator);
      const inputs = await lane.inputs(kind, { ...program, ...hurry });
      lane.lies(answersWith({ newInNextYear: mark, description: mark, warnings: mark, labels: { theirs: mark } }));
      const made = await lane.provider.create(inputs).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        // What was begun is recorded.
        if (lane.accepted > 0) expect(error.partial).toBeDefined();
        return { id: error.partial?.id ?? "", outs: error.partial?.properties ?? {} };
      });
      await expectPlain(made.outs);
      if (made.id === "") return;
      const changed = await lane.inputs(kind, { ...next, ...hurry });
      for (const values of await givenBack(lane.provider.update(made.id, made.outs, changed)))
        await expectPlain(values);
      lane.lies();
      const { id, props } = await lane.provider.read(made.id, { ...made.outs, ...leisure });
      if (id === "") return;
      await lane.provider.delete(id, { ...props, ...leisure }).catch((error: unknown) => {
        // A lie of what was there before cannot be put back, and the resource stays.
        expect(String(error)).toMatch(/HTTP 400 badRequest[^]*It stays recorded/);
      });
    });
  }
}

/** A lane of its own for each kind: most of the time is spent waiting for deadlines. */
async function inOwnLane(run: (lane: AdversaryLane) => Promise<void>): Promise<void> {
  const own = await AdversaryLane.start();
  try {
    await run(own);
  } finally {
    await own.close();
  }
}

it.concurrent.each(everySubject)(
  "$kind is read as plain data, with any mark in any member, and lives on with any mark in its answers",
  (subject) =>
    inOwnLane(async (own) => {
      await readsPlainData(own, subject);
      await livesOn(own, subject);
    }),
);

describe("what others have at the service", () => {
  const mark = unknownMarks.string;

  it("keeps its marks when the labels beside it are changed", async () => {
    const path = `projects/${project}/global/snapshots/s`;
    const snapshot = subjectOf("Snapshot");
    snapshot.seed(lane.emulator);
    const args = { ...snapshot.program, labels: { ours: "1" } };
    const { id, outs } = await lane.create("Snapshot", args);
    await attempt("a colleague's label", "Snapshot: refresh and update", async () => {
      const theirs = { theirs: mark, escaped: mark.replace("-", "_-") };
      lane.emulator.objects.patch(path, { labels: theirs });
      const { props } = await lane.provider.read(id, outs);
      await expectPlain(props);
      expect(props.effectiveLabels).toEqual({
        ours: "1",
        theirs: "04da6b54_-80e4-46f7-96ec-b56ff0331ba9",
        escaped: "04da6b54__-80e4-46f7-96ec-b56ff0331ba9",
      });
      const changed = await lane.inputs("Snapshot", { ...args, labels: { ours: "2" } });
      const updated = await lane.provider.update(id, props, changed);
      expect(lane.emulator.objects.get(path)?.labels).toEqual({ ...theirs, ours: "2" });
      expect((await lane.provider.diff(id, updated.outs, changed)).changes).toBe(false);
    });
  });

  it("can be an argument of a program in the form of the outputs", async () => {
    const path = `projects/${project}/global/snapshots/s`;
    const snapshot = subjectOf("Snapshot");
    snapshot.seed(lane.emulator);
    await attempt("a label of the program", "Snapshot: create", async () => {
      const labels = { ours: mark.replace("-", "_-") };
      const inputs = await lane.inputs("Snapshot", { ...snapshot.program, labels });
      const { id, outs } = await lane.provider.create(inputs);
      expect(lane.emulator.objects.get(path)?.labels).toEqual({ ours: mark });
      expect((await lane.provider.diff(id, outs, inputs)).changes).toBe(false);
    });
  });

  it("keeps its marks when other settings of a group are patched", async () => {
    const group = subjectOf("RegionInstanceGroupManagerPatch");
    const [path = ""] = group.paths;
    group.seed(lane.emulator);
    await attempt("a colleague's metadata", "RegionInstanceGroupManagerPatch", async () => {
      const metadata = { [signatureKey]: mark };
      lane.emulator.objects.patch(path, { allInstancesConfig: { properties: { metadata } } });
      const properties = { labels: { a: "b" } };
      const args = { instanceGroupManager: path, allInstancesConfig: { properties }, deletionPolicy: "RESTORE" };
      const { id, outs } = await lane.create("RegionInstanceGroupManagerPatch", args);
      await expectPlain(outs);
      await lane.provider.delete(id, outs);
      expect(lane.emulator.objects.get(path)).toMatchObject({ allInstancesConfig: { properties: { metadata } } });
    });
  });
});

describe("a function", () => {
  const region = `projects/${project}/regions/us-central1`;
  const policy = `projects/${project}/global/firewallPolicies/f`;
  const group = `${region}/instanceGroupManagers/g`;
  const functions: Readonly<Record<string, () => Promise<unknown>>> = {
    getNetworkProfiles: () => gce.getNetworkProfiles(),
    iterateNetworkProfiles: () => collect(gce.iterateNetworkProfiles()),
    getInterconnectRemoteLocations: () => gce.getInterconnectRemoteLocations(),
    getOrganizationOperations: () => gce.getOrganizationOperations({ parentId: "organizations/1" }),
    getManagedInstances: () => gce.getManagedInstances({ instanceGroupManager: group }),
    getNetworkFirewallPolicyPacketMirroringRule: () =>
      gce.getNetworkFirewallPolicyPacketMirroringRule({ firewallPolicy: policy, priority: 1000 }),
    waitForRegionOperation: () => gce.waitForRegionOperation({ operation: `${region}/operations/o` }),
  };
  const answer = (mark: Json): Json => {
    const item = { name: "o", id: "1", status: "DONE", priority: 1000, description: mark, deep: { a: [mark] } };
    return { ...item, etag: mark, items: [item, item], managedInstances: [item], unreachables: [mark] };
  };

  it.each(Object.entries(functions))("%s gives plain data, whatever is in its answers", async (name, call) => {
    recordLog();
    configure(lane.emulator, { "gcp:computeCustomEndpoint": lane.proxy.endpoint });
    for (const [attack, mark] of attacks) {
      for (const isEscaped of [false, true]) {
        const body = answer(mark);
        const text = isEscaped ? { text: escapedJson(body) } : {};
        lane.lies({ instead: () => ({ status: 200, body, ...text }) });
        await attempt(isEscaped ? `${attack}, behind escapes` : attack, name, async () => {
          await expectPlain(await call());
        });
      }
    }
  });
});
