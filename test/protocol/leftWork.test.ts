import { describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { kindNamed } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import { captureFailure, plainRoute, project } from "../support/routeProvider";
import { disk, disks, global, mapNamed, network, policies, proxies, proxy, root } from "./others";
import { answers } from "./userMessages/rows";

/*
 * The work that an earlier run has left at the service, and what others have done since.
 */

const failedInsert = (emulator: Emulator, code: string) => {
  emulator.fault({ match: { method: "POST" }, fault: { kind: "operationError", errors: [{ code }], landsAs: {} } });
};
/** So long that the step itself has time, and so short that nobody looks long for an object. */
const shortTimeouts = { create: "20s", update: "20s", delete: "20s" };

it("takes no snapshot of another disk for its own, and says why", async () => {
  const theirDisk = `${disk}-of-others`;
  const others = { ...disks, [theirDisk]: { sizeGb: "20" } };
  const { emulator, provider, inputs, shownMessages } = await startKindProvider("Snapshot", { others });
  const program = await inputs({ name: "s", sourceDisk: disk }, shortTimeouts);
  answers(403, "forbidden", "no", { method: "GET", path: "/snapshots/[^/]+$" })(emulator);
  const { partial } = await captureFailure(provider.create(program));
  emulator.clearFaults();
  const { id = "", properties = {} } = partial ?? {};
  const theirs = { sourceDisk: root + theirDisk };
  emulator.objects.delete(id);
  emulator.objects.put(id, theirs);
  expect(await provider.read(id, properties, program)).toMatchObject({ id: "" });
  expect(shownMessages().join("\n")).toMatch(
    "an object of that name exists, and no request that the state records has made it",
  );
  await provider.delete(id, properties);
  expect(emulator.objects.get(id)).toMatchObject(theirs);
});

it("fails a create whose object differs in what never changes, and records the object", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Snapshot", { others: disks });
  const theirs = { name: "s", sourceDisk: `${root}${disk}-of-others`, status: "READY" };
  emulator.fault({
    match: { method: "GET", path: "/snapshots/s$" },
    times: "always",
    fault: { kind: "replaceAnswer", status: 200, body: JSON.stringify(theirs) },
  });
  const { message, partial } = await captureFailure(
    provider.create(await inputs({ name: "s", sourceDisk: disk }, shortTimeouts)),
  );
  expect(message).toMatch("the object under that name differs from the program in sourceDisk");
  expect(partial?.properties).toMatchObject({ __pending: [{ due: "read" }] });
});

it("never makes a second object after an insert that succeeded and is not visible yet", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  const program = await inputs(plainRoute, shortTimeouts);
  answers(403, "forbidden", "no", { path: "/wait$" })(emulator);
  const { partial } = await captureFailure(provider.create(program));
  const { id = "", properties = {} } = partial ?? {};
  emulator.clearFaults();
  emulator.clearRequests();
  answers(404, "notFound", `The resource '${id}' was not found`, { method: "GET", path: "/routes/r$" })(emulator);
  const failed = await captureFailure(provider.update(id, properties, program));
  expect(failed.message).toMatch("does not show the object yet\n");
  expect(failed.message).toMatch("Run the same command again in a minute.");
  expect(await provider.read(id, properties, program)).toMatchObject({ id });
  emulator.clearFaults();
  const recorded = failed.partial?.properties ?? {};
  const { outs } = await provider.update(id, recorded, program);
  expect(outs).toMatchObject({ numericId: emulator.objects.get(id)?.id });
  expect(emulator.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/routes"))).toEqual([]);
});

const noOperations = answers(403, "forbidden", "no", { method: "GET", path: "/operations$" });

it.each(["QUOTA_EXCEEDED", "RESOURCE_NOT_FOUND", "RESOURCE_OPERATION_RATE_EXCEEDED"])(
  "neither waits for nor records what an insert has left that ended in %s",
  async (code) => {
    const { emulator, provider, inputs } = await startKindProvider("Route");
    failedInsert(emulator, code);
    answers(404, "notFound", "not found", { method: "GET", path: "/routes/r$" })(emulator);
    const { partial } = await captureFailure(provider.create(await inputs(plainRoute)));
    expect(partial).toBeUndefined();
    expect(emulator.requests().filter(({ method }) => method === "GET")).toEqual([]);
  },
);

it("looks for no object of its own after a failed attachment, which leaves none", async () => {
  const { emulator, provider, inputs } = await startKindProvider("NetworkFirewallPolicyAssociation", {
    others: { ...policies, [network.slice(root.length)]: {} },
  });
  failedInsert(emulator, "INTERNAL_ERROR");
  const program = await inputs({ name: "n", attachmentTarget: network, firewallPolicy: "a" }, shortTimeouts);
  const { message } = await captureFailure(provider.create(program));
  expect(message).not.toContain("The service may have kept an object.");
});

describe("an insert whose answer is lost, where nobody may list operations", () => {
  /** It has made the route, and nobody knows. */
  async function startUnsure() {
    const started = await startKindProvider("Route");
    const { emulator, provider, inputs } = started;
    const program = await inputs(plainRoute, { ...shortTimeouts, create: "3s" });
    emulator.fault({ match: { method: "POST", path: "/routes$" }, times: "always", fault: { kind: "resetAfter" } });
    noOperations(emulator);
    const { message, partial } = await captureFailure(provider.create(program));
    expect(message).toContain("It is not known whether the service received the request.");
    emulator.clearFaults();
    noOperations(emulator);
    const { id = "", properties = {} } = partial ?? {};
    return { ...started, program, id, properties, number: String(emulator.objects.get(id)?.id) };
  }

  it("is refused by an update, until `adoptExisting` takes the object", async () => {
    const { provider, inputs, program, id, properties, number } = await startUnsure();
    const { message, partial } = await captureFailure(provider.update(id, properties, program));
    expect(message).toMatch(
      new RegExp(`numeric id ${number}, created \\S+; nobody can tell whether a request of this stack has made it`),
    );
    expect(message).toContain("set adoptExisting: true");
    const adopting = await inputs({ ...plainRoute, adoptExisting: true }, shortTimeouts);
    const { outs } = await provider.update(id, partial?.properties ?? {}, adopting);
    expect(outs).toMatchObject({ numericId: number });
    expect(outs).not.toHaveProperty("__pending");
  });

  it("is kept by a refresh, and left by a destroy that says how to delete the object", async () => {
    const { emulator, provider, program, id, properties, number, shownMessages } = await startUnsure();
    expect(await provider.read(id, properties, program)).toMatchObject({
      props: { __pending: [{ action: "insert" }] },
    });
    await provider.delete(id, properties);
    expect(emulator.objects.get(id)).toMatchObject({ id: number });
    const messages = shownMessages().join("\n");
    expect(messages).toMatch(new RegExp(`numeric id ${number}.* it is left alone\\. .*delete it by hand: ${id}\\.`));
  });
});

it("no longer counts the earlier map of a proxy as its own once the newer one is applied", async () => {
  const { arrange, args, change } = kindNamed("TargetSslProxyCertificateMap").plain;
  const { emulator, provider, inputs } = await startKindProvider("TargetSslProxyCertificateMap");
  arrange?.(emulator, project, 1);
  const first = await provider.create(await inputs(args(0), shortTimeouts));
  const news = await inputs({ ...args(0), ...change }, shortTimeouts);
  answers(403, "forbidden", "no", { path: "/wait$" })(emulator);
  const { partial } = await captureFailure(provider.update(first.id, first.outs, news));
  emulator.clearFaults();
  const { id = "", properties = {} } = partial ?? {};
  const [earlier, newer] = [first.outs, properties].map(({ certificateMap }) => certificateMap);
  expect(properties.__own).toEqual([newer, earlier]);
  expect(await provider.read(id, properties, news)).toMatchObject({ props: { __own: [newer] } });
  expect((await provider.update(id, properties, news)).outs.__own).toHaveLength(1);
});

it("puts back the map that a proxy had when somebody had made it anew, and not that of the old proxy", async () => {
  const { arrange, args, change } = kindNamed("TargetSslProxyCertificateMap").plain;
  const { emulator, provider, inputs, shownMessages } = await startKindProvider("TargetSslProxyCertificateMap");
  arrange?.(emulator, project, 1);
  const { id, outs } = await provider.create(await inputs(args(0)));
  const own = `${global}/targetSslProxies/p0`;
  const certificateMap = String(outs.certificateMap).replace(/[^/]+$/, "theirs");
  const { sslCertificates } = emulator.objects.get(own) ?? {};
  emulator.objects.delete(own);
  emulator.objects.put(own, { sslCertificates, certificateMap });
  const changed = await provider.update(id, outs, await inputs({ ...args(0), ...change }));
  expect(shownMessages().join("\n")).toContain("the map that it has now is the previous one from now on");
  await provider.delete(id, changed.outs);
  expect(emulator.objects.get(own)).toMatchObject({ certificateMap });
});

describe("a destroy after an update that was killed before the state recorded it", () => {
  const kind = "TargetSslProxyCertificateMap";
  const others = { [proxy]: { ...proxies[proxy], certificateMap: mapNamed("theirs") } };
  const declareMap = (certificateMap: string) => ({ targetSslProxy: "mail", certificateMap });

  it.each([
    { what: "that the killed run has set", update: "two", theirs: "two" },
    {
      what: "that somebody else has set, and that an earlier update had set before",
      update: undefined,
      theirs: "zero",
    },
  ])("leaves a map $what, and says so", async ({ update, theirs }) => {
    const { emulator, provider, inputs, shownMessages } = await startKindProvider(kind, { others });
    const { id, outs } = await provider.create(await inputs(declareMap("zero")));
    const recorded = await provider.update(id, outs, await inputs(declareMap("one")));
    if (update === undefined) emulator.objects.patch(proxy, { certificateMap: mapNamed(theirs) });
    else await provider.update(id, recorded.outs, await inputs(declareMap(update)));
    await provider.delete(id, recorded.outs);
    expect(emulator.objects.get(proxy)?.certificateMap).toBe(mapNamed(theirs));
    expect(shownMessages().join("\n")).toContain(
      `${mapNamed(theirs)}, which the state does not record as set by this resource`,
    );
  });

  it("says of an earlier map that is back that it is the earlier one", async () => {
    const { provider, inputs, shownMessages } = await startKindProvider(kind, { others });
    const { id, outs } = await provider.create(await inputs(declareMap("one")));
    // The CLI was killed after the first delete.
    await provider.delete(id, outs);
    await provider.delete(id, outs);
    expect(shownMessages()).toEqual([
      expect.stringContaining(
        `the proxy has the certificate map ${mapNamed("theirs")}, as before this resource set one`,
      ),
    ]);
  });
});

it("looks again which object it deletes before it repeats a delete for long", async () => {
  const { emulator, provider, inputs, shownMessages } = await startKindProvider("Route");
  const { id, outs } = await provider.create(await inputs(plainRoute, { delete: "1m" }));
  answers(503, "backendError", "no", { method: "DELETE" })(emulator);
  noOperations(emulator);
  const isDeleted = provider.delete(id, outs);
  const isSent = ({ method }: { readonly method: string }) => method === "DELETE";
  await expect.poll(() => emulator.requests().filter(isSent).length).toBeGreaterThan(1);
  const { destRange, nextHopIp } = plainRoute;
  const creationTimestamp = new Date(Date.now() + 1_000).toISOString();
  emulator.objects.delete(id);
  emulator.objects.put(id, { network, destRange, nextHopIp, priority: 1000, creationTimestamp });
  await isDeleted;
  expect(shownMessages().join("\n")).toMatch(/is not the one that is recorded .* it is left alone\./);
  expect(emulator.objects.get(id)).toBeDefined();
});
