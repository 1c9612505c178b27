import { describe, expect, it } from "vitest";
import { kindNamed } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import { captureFailure, plainRoute, project } from "../support/routeProvider";
import { disk, disks, global, mapNamed, proxies, proxy, root } from "./others";
import { answers } from "./userMessages/rows";

/*
 * The work that an earlier run has left at the service, and what others have done since.
 */

const snapshot = `${global}/snapshots/s`;
const notFound = (path: string) =>
  JSON.stringify({ error: { code: 404, message: `The resource '${path}' was not found` } });
/** So long that the step itself has time, and so short that nobody looks long for an object. */
const shortTimeouts = { create: "20s", update: "20s", delete: "20s" };
const denied = answers(403, "forbidden", "no", { method: "GET", path: "/(snapshots|routes)/[^/]+$" });

/** A snapshot whose insert is done, and which nobody could read. */
async function startUnreadSnapshot() {
  const started = await startKindProvider("Snapshot", { others: disks });
  const { emulator, provider, inputs, shownMessages } = started;
  const program = await inputs({ name: "s", sourceDisk: disk }, shortTimeouts);
  denied(emulator);
  const { partial } = await captureFailure(provider.create(program));
  emulator.clearFaults();
  if (partial === undefined) throw new Error("Nothing is recorded.");
  const { id, properties } = partial;
  return { emulator, provider, program, shownMessages, id, properties };
}

it("records a snapshot that could not be read back, and reads it with the next command", async () => {
  const { emulator, provider, program, id, properties } = await startUnreadSnapshot();
  expect(await provider.read(id, properties, program)).toMatchObject({ id: snapshot, props: { status: "READY" } });
  await provider.delete(id, properties);
  expect(emulator.objects.get(snapshot)).toBeUndefined();
});

it("takes no snapshot of another disk for its own, be it in a refresh, an update or a destroy", async () => {
  const { emulator, provider, program, shownMessages, id, properties } = await startUnreadSnapshot();
  const theirDisk = `${disk}-of-others`;
  emulator.objects.put(theirDisk, { sizeGb: "20" });
  const theirs = { sourceDisk: root + theirDisk };
  emulator.objects.delete(snapshot);
  emulator.objects.put(snapshot, theirs);
  expect(await provider.read(id, properties, program)).toMatchObject({ id: "" });
  expect(shownMessages().join("\n")).toMatch(
    "an object of that name exists, and no request that the state records has made it",
  );
  const { message } = await captureFailure(provider.update(id, properties, program));
  expect(message).toMatch(/an object of that name exists already\n {2}numeric id \d+, created .+\n {2}sourceDisk is/);
  await provider.delete(id, properties);
  expect(emulator.objects.get(snapshot)).toMatchObject(theirs);
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

it("keeps the record of a failed insert where there was too little time to see whether it left an object", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  const errors = [{ code: "INTERNAL_ERROR", message: "Internal error." }];
  emulator.fault({ match: { method: "POST" }, fault: { kind: "operationError", errors, landsAs: { priority: 7 } } });
  emulator.fault({
    match: { method: "GET", path: "/routes/r$" },
    times: "always",
    fault: { kind: "replaceAnswer", status: 404, body: notFound(`${global}/routes/r`) },
  });
  const { message, partial } = await captureFailure(provider.create(await inputs(plainRoute, shortTimeouts)));
  expect(message).toMatch("The service may have kept an object. The next `pulumi up` looks for it.");
  expect(partial?.properties).toMatchObject({
    __pending: [{ action: "insert", operation: expect.anything() as string }],
  });
});

it("never makes a second object after an insert that succeeded and is not visible yet", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  const program = await inputs(plainRoute, shortTimeouts);
  answers(403, "forbidden", "no", { path: "/wait$" })(emulator);
  const { partial } = await captureFailure(provider.create(program));
  const { id = "", properties = {} } = partial ?? {};
  emulator.clearFaults();
  emulator.clearRequests();
  emulator.fault({
    match: { method: "GET", path: "/routes/r$" },
    times: "always",
    fault: { kind: "replaceAnswer", status: 404, body: notFound(id) },
  });
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

it("says of the object of a killed run its number, its time, and what to do", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  const program = await inputs(plainRoute);
  const { outs } = await provider.create(program);
  // The CLI was killed before it wrote the state.
  const { message } = await captureFailure(provider.create(program));
  const { id = "", creationTimestamp = "" } = emulator.objects.get(`${global}/routes/r`) ?? {};
  expect(id).toBe(outs.numericId);
  expect(message).toContain(
    `an object of that name exists already\n  numeric id ${String(id)}, created ${String(creationTimestamp)}\n`,
  );
  for (const remedy of ["the option aliases", "set adoptExisting: true", "`npx --no-install pulumi-gce orphans`"])
    expect(message).toContain(remedy);
});

describe("an insert whose answer is lost, where nobody may list operations", () => {
  const noOperations = answers(403, "forbidden", "no", { method: "GET", path: "/operations$" });

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

it("never records the object of somebody else that a change of labels has met", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Snapshot", { others: disks });
  const labels = (version: string) => inputs({ name: "s", sourceDisk: disk, labels: { version } }, shortTimeouts);
  const { id, outs } = await provider.create(await labels("1"));
  // The same snapshot with another number; its labels have the same fingerprint.
  const same = Object.entries(emulator.objects.get(id) ?? {}).filter(([key]) => key !== "id");
  emulator.objects.delete(id);
  emulator.objects.put(id, Object.fromEntries(same));
  const { partial } = await captureFailure(provider.update(id, outs, await labels("2")));
  await provider.delete(id, partial?.properties ?? outs);
  expect(emulator.objects.get(id)).toBeDefined();
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

  it("leaves the map that the killed run has set, and says so", async () => {
    const { emulator, provider, inputs, shownMessages } = await startKindProvider(kind, { others });
    const { id, outs } = await provider.create(await inputs(declareMap("one")));
    await provider.update(id, outs, await inputs(declareMap("two")));
    await provider.delete(id, outs);
    expect(emulator.objects.get(proxy)?.certificateMap).toBe(mapNamed("two"));
    expect(shownMessages().join("\n")).toContain("which the state does not record as set by this resource");
  });

  it.each([
    { what: "that somebody else has set after the killed run", update: "two", theirs: "three" },
    {
      what: "that somebody else has set, and that an earlier update had set before",
      update: undefined,
      theirs: "zero",
    },
  ])("leaves a map $what", async ({ update, theirs }) => {
    const { emulator, provider, inputs, shownMessages } = await startKindProvider(kind, { others });
    const { id, outs } = await provider.create(await inputs(declareMap("zero")));
    const recorded = await provider.update(id, outs, await inputs(declareMap("one")));
    if (update !== undefined) await provider.update(id, recorded.outs, await inputs(declareMap(update)));
    emulator.objects.patch(proxy, { certificateMap: mapNamed(theirs) });
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
