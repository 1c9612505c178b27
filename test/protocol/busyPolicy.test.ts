import { describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { but, global, id, kind, plain, root, startAssociation } from "../support/associationProvider";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { failureOf, partialFailureOf, project } from "../support/routeProvider";

const adding = "POST firewallPolicies/a/addAssociation";
const reading = "GET firewallPolicies/a/getAssociation";

/** No operation ends before the test says so. */
const untilTold = { latency: { defaultMs: 600_000 } };

const ofOther = but({ name: "other", attachmentTarget: "other" });

/** A request of another program, which is not in the log. */
async function send(emulator: Emulator, method: string, path: string, body?: Properties): Promise<string> {
  const headers = { authorization: "Bearer another", "content-type": "application/json" };
  const answer = await fetch(`${emulator.endpoint}/${global}/${path}`, { method, headers, body: JSON.stringify(body) });
  emulator.clearRequests();
  return ((await answer.json()) as { name: string }).name;
}

async function start() {
  const association = await startAssociation(untilTold);
  const { emulator } = association;
  /** How many requests to add there were. */
  const added = () => association.requests().filter((request) => request === adding).length;
  return {
    ...association,
    added,
    /** A change of the policy by another program, which keeps the policy busy. Gives the name of the operation. */
    addsOutside(): Promise<string> {
      emulator.objects.put(`${global}/networks/outside`, {});
      return send(emulator, "POST", "firewallPolicies/a/addAssociation", {
        name: "outside",
        attachmentTarget: `${root}/networks/outside`,
      });
    },
    /** Ends whatever runs, again and again, until that is done. */
    async ending<T>(work: Promise<T>): Promise<T> {
      const timer = setInterval(() => emulator.finishOperations(), 20);
      return work.finally(() => {
        clearInterval(timer);
      });
    },
  };
}

describe("two changes of one policy", () => {
  it("follow each other: the second is sent again when the first has ended", async () => {
    const association = await start();
    const inputs = [await association.inputs(plain), await association.inputs(ofOther)];
    const made = inputs.map((each) => association.provider.create(each));
    // The service has taken the first and refused the second before the first ends.
    await expect.poll(association.added).toBe(2);
    await expect.poll(() => association.requests()).toContain("POST wait");
    await association.ending(Promise.all(made));
    expect(association.requests().toSorted()).toEqual(
      [adding, adding, "POST wait", adding, "POST wait", reading, reading].toSorted(),
    );
    const ids = association.emulator.requests().flatMap(({ query: { requestId = [] } }) => requestId);
    expect(new Set(ids).size).toBe(2);
    expect(association.provider.logs.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("another change of the firewall policy is running; waiting for it"),
    );
  });
});

describe("a change while another program changes the policy", () => {
  it("is sent again under the same request id until the policy is free", async () => {
    const association = await start();
    await association.addsOutside();
    const made = association.provider.create(await association.inputs(plain));
    await expect.poll(association.added).toBeGreaterThan(3);
    await association.ending(made);
    const sent = association.emulator.requests().filter(({ path }) => path.endsWith("/addAssociation"));
    expect(new Set(sent.map(({ query }) => query.requestId)).size).toBe(1);
    expect(association.requests().filter((request) => request !== adding)).toEqual(["POST wait", reading]);
    expect(association.holder()).toBe("a as guard");
  });

  it("is a removal that is sent again in the same way", async () => {
    const association = await start();
    const { outs } = await association.ending(association.made());
    await association.addsOutside();
    const deleted = association.provider.delete(id, outs);
    const removals = () => association.requests().filter((request) => request.endsWith("removeAssociation")).length;
    await expect.poll(removals).toBeGreaterThan(2);
    await association.ending(deleted);
    expect(association.holder()).toBeUndefined();
  });

  it("fails with the refusal at the deadline, and records nothing", async () => {
    const association = await start();
    await association.addsOutside();
    const inputs = await association.inputs(plain, { create: "2s" });
    const { message, partial } = await failureOf(association.provider.create(inputs));
    expect(message).toMatch(/HTTP 400 resourceNotReady:\s+The resource '\S+\/firewallPolicies\/a' is not ready/);
    expect(message).toContain("Nothing was created.");
    expect(message).toContain("Another change of that resource is running.");
    expect(message).toContain("raise `customTimeouts`");
    expect(partial).toBeUndefined();
  });

  it("is a removal that fails with the refusal at the deadline, too", async () => {
    const association = await start();
    const inputs = await association.inputs(plain, { delete: "2s" });
    const { outs } = await association.ending(association.provider.create(inputs));
    await association.addsOutside();
    const { message } = await failureOf(association.provider.delete(id, outs));
    expect(message).toMatch(/HTTP 400 resourceNotReady:\s+The resource '\S+\/firewallPolicies\/a' is not ready/);
    expect(message).toContain("Another change of that resource is running.");
  });
});

describe("several programs that change one policy at the same time", () => {
  it("make each change once", async () => {
    const first = await startAssociation({ latency: { defaultMs: 50 } });
    const { emulator } = first;
    const config = { "gcp:computeCustomEndpoint": emulator.endpoint };
    const programs = [first, await startKindProvider(kind, { config }), await startKindProvider(kind, { config })];
    const changes = programs.flatMap((program, place) =>
      ["x", "y", "z"].map((letter) => ({ program, network: `${letter}${String(place)}` })),
    );
    for (const { network } of changes) emulator.objects.put(`${global}/networks/${network}`, {});
    await Promise.all(
      changes.map(async ({ program: { provider, inputs }, network }) =>
        provider.create(await inputs(but({ name: network, attachmentTarget: network }))),
      ),
    );
    const { associations } = emulator.objects.get(`${global}/firewallPolicies/a`) as { associations: Properties[] };
    const networks = changes.map(({ network }) => network);
    expect(associations.map(({ name }) => name).toSorted()).toEqual(networks.toSorted());
    expect(emulator.operations()).toHaveLength(changes.length);
  });
});

describe("a change whose operation ends because the policy is busy", () => {
  it("is made again under another request id, because the service would answer the first one with that operation", async () => {
    const association = await start();
    const { emulator, provider, ending } = association;
    const errors = [{ code: "RESOURCE_NOT_READY", message: "The resource is not ready" }];
    emulator.fault({ match: { path: "/addAssociation$" }, times: 2, fault: { kind: "operationError", errors } });
    await ending(provider.create(await association.inputs(plain)));
    expect(association.holder()).toBe("a as guard");
    const ids = emulator.requests().flatMap(({ query: { requestId = [] } }) => requestId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
  });
});

describe("a change whose answer was lost", () => {
  it("is found by its request id if it then keeps the policy busy, and is not made twice", async () => {
    const association = await start();
    association.emulator.fault({ match: { path: "/addAssociation$" }, fault: { kind: "resetAfter" } });
    association.emulator.fault({ match: { path: "/addAssociation$" }, skip: 1, times: 2, fault: notReady });
    await association.ending(association.provider.create(await association.inputs(plain)));
    expect(association.holder()).toBe("a as guard");
    expect(association.emulator.operations()).toHaveLength(1);
    const ids = association.emulator.requests().flatMap(({ query: { requestId = [] } }) => requestId);
    expect(new Set(ids).size).toBe(1);
  });

  it("stays recorded if the policy is busy to the deadline, and the next run settles it", async () => {
    const association = await start();
    association.emulator.fault({ match: { path: "/addAssociation$" }, fault: { kind: "resetAfter" } });
    association.emulator.fault({ match: { path: "/addAssociation$" }, skip: 1, times: "always", fault: notReady });
    const created = association.provider.create(await association.inputs(plain, { create: "2s" }));
    const { message, properties } = await partialFailureOf(created);
    expect(message).toContain("not finished within 2s");
    expect(properties.__pending).toMatchObject([{ action: "insert", operation: expect.any(String) as string }]);
    association.emulator.clearFaults();
    const updated = association.provider.update(id, properties, await association.inputs(plain));
    expect((await association.ending(updated)).outs).toMatchObject({ name: "guard" });
    expect(association.emulator.operations()).toHaveLength(1);
  });

  it("stays recorded if an earlier run has left an association, and no second request is sent", async () => {
    const association = await start();
    // An engine that knows nothing of its create.
    await association.ending(association.provider.create(await association.inputs(plain)));
    association.emulator.clearRequests();
    association.emulator.fault({ match: { path: "/addAssociation$" }, fault: { kind: "resetAfter" } });
    association.emulator.fault({ match: { path: "/addAssociation$" }, skip: 1, times: "always", fault: notReady });
    const swapped = but({ firewallPolicy: "b", replaceExistingAssociation: true });
    const created = association.provider.create(await association.inputs(swapped, { create: "2s" }));
    const { message, properties } = await partialFailureOf(created);
    expect(message).toContain("not finished within 2s");
    expect(message).not.toContain("Nothing was created");
    expect(properties.__pending).toMatchObject([{ action: "insert", operation: expect.any(String) as string }]);
    const ids = association.emulator.requests().flatMap(({ query: { requestId = [] } }) => requestId);
    expect(new Set(ids).size).toBe(1);
    association.emulator.clearFaults();
    const updated = association.provider.update(id, properties, await association.inputs(swapped));
    expect((await association.ending(updated)).outs).toMatchObject({ name: "guard" });
    expect(association.holder()).toBe("b as guard");
  });

  const notReady = {
    kind: "status",
    status: 400,
    reason: "resourceNotReady",
    message: `The resource 'projects/${project}/global/firewallPolicies/a' is not ready`,
  } as const;
});

describe("a change whose network is busy", () => {
  it("does not hold up the others of its policy", async () => {
    const association = await start();
    const { emulator, provider, inputs } = association;
    const deletion = await send(emulator, "DELETE", "networks/default");
    const busy = failureOf(provider.create(await inputs(plain)));
    await expect.poll(association.added).toBe(1);
    const other = provider.create(await inputs(ofOther));
    const endsOthers = () => {
      for (const { operation } of emulator.operations())
        if (operation.name !== deletion && operation.status !== "DONE")
          emulator.finishOperations(String(operation.name));
    };
    const timer = setInterval(endsOthers, 20);
    expect(
      await other.finally(() => {
        clearInterval(timer);
      }),
    ).toMatchObject({ outs: { name: "other" } });
    emulator.finishOperations();
    expect((await busy).message).toContain("networks/default' was not found");
  });
});
