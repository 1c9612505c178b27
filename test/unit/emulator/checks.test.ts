import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Check, Emulator } from "../../../emulator/src/index";
import { admin, emulatorForTest, routeBody, send } from "./helpers";

const GLOBAL = "projects/p/global";
const GROUP = "projects/p/regions/europe-west1/instanceGroupManagers/web";
const POLICY = `${GLOBAL}/firewallPolicies/a`;
const ATTACHED = { name: "guard", attachmentTarget: "global/networks/default" };

const defaultOrder: readonly Check[] = ["requestId", "existence", "fingerprint", "readiness"];
const everyOrder = permutations(defaultOrder);

/** What the checks refuse with. An association that is there, or is not, is a bad value. */
const refusals = {
  readiness: "400 resourceNotReady",
  fingerprint: "412 conditionNotMet",
  name: "409 alreadyExists",
  object: "404 notFound",
  association: "400 invalid",
} as const;

/** A change, and what each check has against a repeat of it: while its operation runs, and after it. */
interface Repeated {
  what: string;
  method: string;
  path: string;
  body?: (emulator: Emulator) => unknown;
  arrange?: (emulator: Emulator) => void;
  whileItRuns: Partial<Record<Check, string>>;
  afterIt: Partial<Record<Check, string>>;
}

const { readiness, fingerprint, name, object, association } = refusals;
const attach = (emulator: Emulator, policy = "a") => {
  emulator.objects.put(`${GLOBAL}/firewallPolicies/${policy}`, { associations: [ATTACHED] });
};

const changes: readonly Repeated[] = [
  {
    what: "an insert",
    method: "POST",
    path: `${GLOBAL}/routes`,
    body: () => routeBody(),
    whileItRuns: { readiness, existence: name },
    afterIt: { existence: name },
  },
  {
    what: "a delete",
    method: "DELETE",
    path: `${GLOBAL}/routes/r`,
    arrange: (emulator) => emulator.objects.put(`${GLOBAL}/routes/r`, {}),
    whileItRuns: { readiness },
    afterIt: { existence: object },
  },
  {
    what: "a patch with a fingerprint",
    method: "PATCH",
    path: GROUP,
    arrange: (emulator) => emulator.objects.put(GROUP, { description: "theirs" }),
    body: (emulator) => ({ description: "ours", fingerprint: emulator.objects.get(GROUP)?.fingerprint }),
    whileItRuns: { readiness },
    afterIt: { fingerprint },
  },
  {
    what: "a patch of a described kind",
    method: "PATCH",
    path: `${GLOBAL}/backendServices/b`,
    arrange: (emulator) => emulator.objects.put(`${GLOBAL}/backendServices/b`, {}),
    body: (emulator) => ({
      description: "ours",
      fingerprint: emulator.objects.get(`${GLOBAL}/backendServices/b`)?.fingerprint,
    }),
    whileItRuns: { readiness },
    afterIt: { fingerprint },
  },
  {
    what: "an addAssociation",
    method: "POST",
    path: `${POLICY}/addAssociation`,
    arrange: (emulator) => emulator.objects.put(POLICY, {}),
    body: () => ATTACHED,
    whileItRuns: { readiness },
    afterIt: { existence: association },
  },
  {
    what: "a swap",
    method: "POST",
    path: `${POLICY}/addAssociation?replaceExistingAssociation=true`,
    arrange: (emulator) => {
      emulator.objects.put(POLICY, {});
      attach(emulator, "b");
    },
    body: () => ATTACHED,
    whileItRuns: { readiness },
    afterIt: {},
  },
  {
    what: "a removeAssociation",
    method: "POST",
    path: `${POLICY}/removeAssociation?name=guard`,
    arrange: attach,
    whileItRuns: { readiness },
    afterIt: { existence: association },
  },
  {
    what: "a setCertificateMap",
    method: "POST",
    path: `${GLOBAL}/targetSslProxies/t/setCertificateMap`,
    arrange: (emulator) => emulator.objects.put(`${GLOBAL}/targetSslProxies/t`, {}),
    body: () => ({
      certificateMap: "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/m",
    }),
    whileItRuns: { readiness },
    afterIt: {},
  },
];

/** What a repeat is answered with: the first check in the order that has something against it, or its own operation. */
function expected(order: readonly Check[], against: Partial<Record<Check, string>>): string {
  const [first] = order.flatMap((check) => (check === "requestId" ? ["the same operation"] : (against[check] ?? [])));
  return first ?? "";
}

describe("the repeat of a change that was accepted", () => {
  it.each(everyOrder.map((order) => [order.join(", "), order] as const))(
    "is answered in the order %s",
    async (_text, order) => {
      const answers = await Promise.all(changes.map((change) => repeated(change, order)));
      for (const [index, { what, whileItRuns, afterIt }] of changes.entries()) {
        const wanted = [expected(order, whileItRuns), expected(order, afterIt)];
        expect(answers[index], what).toEqual({ repeats: wanted, operations: 1 });
      }
    },
  );
});

/** Sends a change, and the same again while its operation runs and after it. */
async function repeated({ method, path, body, arrange }: Repeated, order: readonly Check[]) {
  const emulator = await emulatorForTest({ latency: { defaultMs: 600_000 } });
  emulator.checks(order);
  arrange?.(emulator);
  const sent = body === undefined ? {} : { body: body(emulator) };
  const url = `/${path}${path.includes("?") ? "&" : "?"}requestId=${randomUUID()}`;
  const first = await send(emulator, method, url, sent);
  const again = async () => {
    const { status, reason, json } = await send(emulator, method, url, sent);
    const isSame = status === 200 && json.name === first.json.name;
    return isSame ? "the same operation" : `${String(status)} ${String(reason)}`;
  };
  const repeats = [await again()];
  emulator.finishOperations();
  repeats.push(await again());
  return { repeats, operations: emulator.operations().length };
}

describe("a change that comes while another one runs, with an old fingerprint", () => {
  it.each([
    ["412 conditionNotMet", defaultOrder],
    ["400 resourceNotReady", ["requestId", "readiness", "existence", "fingerprint"]],
  ] as const)("is refused with %s in the order %j", async (wanted, order) => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 600_000 } });
    const { fingerprint: newest } = emulator.objects.put(GROUP, {});
    emulator.checks(order);
    await send(emulator, "PATCH", `/${GROUP}`, { body: { description: "one", fingerprint: newest } });
    const body = { description: "two", fingerprint: "AAAA" };
    const { status, reason } = await send(emulator, "PATCH", `/${GROUP}`, { body });
    expect(`${String(status)} ${String(reason)}`).toBe(wanted);
  });
});

describe("the order of the checks", () => {
  it("is set and told by its admin path, and is the default again after a reset", async () => {
    const emulator = await emulatorForTest();
    const order = ["readiness", "requestId", "fingerprint", "existence"];
    expect((await admin(emulator, "GET", "/checks")).json).toEqual({ order: defaultOrder });
    expect((await admin(emulator, "PUT", "/checks", { order })).json).toEqual({ order });
    expect((await admin(emulator, "GET", "/checks")).json).toEqual({ order });
    await emulator.reset();
    expect((await admin(emulator, "GET", "/checks")).json).toEqual({ order: defaultOrder });
  });

  it.each([
    [["requestId", "readiness", "existence"], "It leaves out fingerprint."],
    [["requestId", "requestId", "readiness", "existence", "fingerprint"], "It has requestId twice."],
    [
      ["requestId", "readiness", "existence", "etag"],
      "'etag'. Must be one of requestId, existence, fingerprint, readiness.",
    ],
    [[], "It leaves out requestId, existence, fingerprint, readiness."],
    ["requestId", "checks.order"],
    [undefined, "checks.order"],
  ])("is refused if it is %j, and stays what it was", async (order, says) => {
    const emulator = await emulatorForTest();
    const answer = await admin(emulator, "PUT", "/checks", { order });
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(says);
    expect(() => {
      emulator.checks(order as readonly Check[]);
    }).toThrow(says);
    expect((await admin(emulator, "GET", "/checks")).json).toEqual({ order: defaultOrder });
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
