import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { everyKind, nameOf, subjectOf } from "../kinds/every";
import { isObject, type JsonObject } from "../support/json";
import type { Hooks } from "../support/lyingProxy";
import * as gce from "../../provider/src/index";
import { configure, recordLog } from "../support/functionCalls";
import { ProviderError } from "../support/providerProcess";
import { minutesLater, project } from "../support/routeProvider";
import { AdversaryLane, type Recorded } from "./support/lane";
import { attempt } from "./attempt";

let lane: AdversaryLane;

beforeAll(async () => {
  lane = await AdversaryLane.start();
});
beforeEach(() => lane.begin());
afterAll(async () => {
  await lane.close();
});

const root = "https://www.googleapis.com/compute/v1";

/** Deadlines that end before a lie is asked for again and again. */
const hurry = { __timeouts: { create: "350ms", update: "350ms", delete: "350ms" } };

const placeOf = (kind: string) => {
  const subject = subjectOf(kind);
  const [path = ""] = subject.paths;
  return { kind, path, subject, program: subject.program };
};

/** An object that is read by its name, and told by its number. */
const places = everyKind
  .filter(({ definition }) => Object.hasOwn(definition.fields, "numericId"))
  .map((kind) => placeOf(nameOf(kind)));
type Place = (typeof places)[number];

const siblingOf = (path: string) => path.replace(/[^/]+$/, "other");

/** What a lie makes of the object; `undefined` where the lie cannot be told of such an object. */
type Lie = (object: JsonObject, path: string) => JsonObject | undefined;

const lies: Readonly<Record<string, Lie>> = {
  "another name": () => ({ name: "other" }),
  "a name that is not a text": () => ({ name: ["r"] }),
  "a link to another name": (_object, path) => ({ selfLink: `${root}/${siblingOf(path)}` }),
  "a link to another project": (_object, path) => ({
    selfLink: `${root}/${path.replace(project, "other-project")}`,
  }),
  "a link to another collection": (_object, path) => ({
    selfLink: `${root}/${path.replace(/[^/]+\/([^/]+)$/, "networks/$1")}`,
  }),
  "a link that is none": () => ({ selfLink: "https://evil.example/" }),
  "another region": (_object, path) =>
    path.includes("/regions/") ? { region: `${root}/projects/${project}/regions/europe-west1` } : undefined,
  "all of another object": (_object, path) => ({ name: "other", selfLink: `${root}/${siblingOf(path)}`, id: "666" }),
};

const answersWith = (path: string, lie: Lie): Hooks => ({
  answer: (answered, { method, path: asked }) =>
    method === "GET" && asked === path && isObject(answered.body)
      ? { ...answered, body: { ...answered.body, ...lie(answered.body, path) } }
      : answered,
});

/** The error of a call that must fail. */
async function failing(call: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await call.then(
    () => new Error("The call succeeded."),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProviderError) return error;
  throw error;
}

/** Puts what the resource needs, and an object beside its own that nobody may touch. */
function arrange({ subject, path }: Place): () => void {
  subject.seed(lane.emulator);
  const sibling = siblingOf(path);
  lane.emulator.objects.put(sibling, { ...settable(lane.emulator.objects.get(path)), description: "theirs" });
  const before = lane.emulator.objects.get(sibling);
  return () => {
    expect(lane.emulator.objects.get(sibling)).toEqual(before);
  };
}

const givenByService = ["id", "name", "selfLink", "fingerprint", "instanceGroup", "creationTimestamp"];

function settable(object: Readonly<Record<string, unknown>> = {}): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !givenByService.includes(name))) as JsonObject;
}

describe.each(places)("$kind", (place) => {
  const { kind, path, program, subject } = place;
  const told = Object.entries(lies).filter(([, lie]) => lie({}, path) !== undefined);

  it.each(told)(
    "is not mistaken for %s",
    async (attack, lie) => {
      const siblingIsUntouched = arrange(place);
      const inputs = await lane.inputs(kind, program);

      let made: Recorded | undefined;
      await attempt(attack, `${kind}: create`, async () => {
        lane.lies(answersWith(path, lie));
        const { message, partial } = await failing(lane.provider.create({ ...inputs, ...hurry }));
        // On a machine that is busy the deadline may come first.
        expect(message).toMatch(/another object than the request|within \d+m?s|passed before the request was sent/);
        if (lane.accepted > 0) expect(partial).toBeDefined();
        expect(JSON.stringify(partial?.properties ?? {})).not.toMatch(/other|666|evil/);
        // If the deadline came first, only a later list of the operations tells what became of the request.
        made = partial && { id: partial.id, outs: minutesLater(partial.properties) };
        siblingIsUntouched();
      });

      lane.lies();
      // What was recorded of the failure is enough to go on.
      const { id, outs } =
        made === undefined
          ? await lane.provider.create(inputs)
          : { ...made, ...(await lane.provider.update(made.id, made.outs, inputs)) };

      await attempt(attack, `${kind}: refresh`, async () => {
        lane.lies(answersWith(path, lie));
        const { message } = await failing(lane.provider.read(id, { ...outs, ...hurry }));
        expect(message).toContain("The recorded state is unchanged.");
      });

      await attempt(attack, `${kind}: destroy`, async () => {
        const before = lane.emulator.objects.get(path);
        lane.lies(answersWith(path, lie));
        const { message } = await failing(lane.provider.delete(id, { ...outs, ...hurry }));
        expect(message).toContain("It stays recorded");
        expect(lane.emulator.objects.get(path)).toEqual(before);
        siblingIsUntouched();
        lane.lies();
        await lane.provider.delete(id, outs);
        siblingIsUntouched();
      });
    },
    60_000,
  );

  it("is neither changed nor deleted, and keeps its number, if an answer has no number", async () => {
    arrange(place);
    const { id, outs } = await lane.create(kind, program);
    for (const number of [undefined, null, "-5", " 7777 ", "9".repeat(23), "0x1e61", ["7777"]]) {
      lane.lies(answersWith(path, (object) => ({ ...object, id: number }) as JsonObject));
      await attempt("a number that cannot be read", `${kind}: refresh, ${JSON.stringify(number)}`, async () => {
        expect((await lane.provider.read(id, outs)).props.numericId).toBe(outs.numericId);
      });
      if (subject.makes !== "an object") continue;
      await attempt("a number that cannot be read", `${kind}: destroy, ${JSON.stringify(number)}`, async () => {
        const { message } = await failing(lane.provider.delete(id, outs));
        expect(message).toContain("it has no readable numeric id");
        expect(lane.emulator.objects.get(path)).toBeDefined();
      });
    }
  });

  it("is deleted by its id, and not if its outputs name another object", async () => {
    const siblingIsUntouched = arrange(place);
    const { id, outs } = await lane.create(kind, program);
    const lied = Object.fromEntries(
      Object.entries(outs).map(([name, value]) => [
        name,
        value === path.replace(/^.*\//, "")
          ? "other"
          : typeof value === "string" && value.endsWith(path)
            ? value.replace(/[^/]+$/, "other")
            : value,
      ]),
    );
    expect(lied).not.toEqual(outs);
    await attempt("outputs that name another object", `${kind}: destroy`, async () => {
      const before = lane.emulator.objects.get(path);
      const { message } = await failing(lane.provider.delete(id, lied));
      expect(message).toContain("its id and its outputs name two objects");
      expect(lane.emulator.objects.get(path)).toEqual(before);
      siblingIsUntouched();
    });
    await attempt("outputs that name another object", `${kind}: refresh`, async () => {
      const { numericId, ...unnumbered } = lied;
      const read = await lane.provider.read(id, unnumbered);
      expect(read.id).toBe(id);
      expect([read.props.selfLink, read.props.numericId]).toEqual([outs.selfLink, numericId]);
    });
  });
});

const kindOfAssociation = "NetworkFirewallPolicyAssociation";

describe("an association", () => {
  it("is not mistaken for another one of its policy, which stays", async () => {
    const { program, seed } = subjectOf(kindOfAssociation);
    seed(lane.emulator);
    const { id, outs } = await lane.create(kindOfAssociation, program);
    lane.lies({
      answer: (answered, { path }) =>
        path.endsWith("/getAssociation") && isObject(answered.body)
          ? { ...answered, body: { ...answered.body, name: "theirs" } }
          : answered,
    });
    for (const [step, run] of [
      ["refresh", () => lane.provider.read(id, { ...outs, ...hurry })],
      ["destroy", () => lane.provider.delete(id, { ...outs, ...hurry })],
    ] as const) {
      await attempt("another name", `${kindOfAssociation}: ${step}`, async () => {
        const { message } = await failing(run());
        expect(message).toMatch(/its name is "theirs", and not "guard"|within \d+m?s/);
        expect(lane.proxy.seen.filter((request) => request.includes("removeAssociation"))).toEqual([]);
      });
    }
  });
});

describe("an operation", () => {
  it("that another one is answered for is not taken for the end of the own", async () => {
    lane.emulator.latency({ defaultMs: 5_000 });
    lane.lies({
      answer: (answered, { path }) =>
        path.endsWith("/wait") ? { status: 200, body: { name: "operation-of-others", status: "DONE" } } : answered,
    });
    await attempt("another operation", "Route: create", async () => {
      const { partial } = await failing(
        lane.create("Route", { ...placeOf("Route").program, __timeouts: { create: "2s" } }),
      );
      expect(partial?.properties.__pending).toMatchObject([
        { action: "insert", operation: expect.stringContaining("/operations/operation-") as string },
      ]);
    });
  });
});

describe("a function", () => {
  const region = `projects/${project}/regions/us-central1`;
  const policy = `projects/${project}/global/firewallPolicies/f`;
  /** Such an answer is asked for again until then. */
  const soon = { timeout: "5s" };
  const functions = {
    getNetworkFirewallPolicyPacketMirroringRule: {
      call: () => gce.getNetworkFirewallPolicyPacketMirroringRule({ firewallPolicy: policy, priority: 1000 }, soon),
      answer: { priority: 2000, action: "mirror" },
    },
    waitForRegionOperation: {
      call: () => gce.waitForRegionOperation({ operation: `${region}/operations/operation-1` }, soon),
      answer: { name: "operation-2", status: "DONE" },
    },
    "waitForRegionOperation in another region": {
      call: () => gce.waitForRegionOperation({ operation: `${region}/operations/operation-1` }, soon),
      answer: { name: "operation-1", status: "DONE", region: `${root}/projects/${project}/regions/europe-west1` },
    },
  };

  it.each(Object.entries(functions))("%s gives nothing of another object", async (name, { call, answer }) => {
    recordLog();
    configure(lane.emulator, { "gcp:computeCustomEndpoint": lane.proxy.endpoint });
    lane.lies({ instead: () => ({ status: 200, body: answer }) });
    await attempt("another object", name, async () => {
      await expect(call()).rejects.toThrow("another object than the request");
    });
  });
});
