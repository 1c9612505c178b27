import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { requestIdPattern, startKindProvider, type KindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import {
  failureOf,
  forgettingSoon,
  loseForGood,
  minutesLater,
  partialFailureOf,
  project,
} from "../support/routeProvider";

const kind = "TargetSslProxyCertificateMap";
const proxyPath = `projects/${project}/global/targetSslProxies/mail`;
const proxyUrl = `https://www.googleapis.com/compute/v1/${proxyPath}`;
const id = `${proxyPath}/certificateMap`;
const mapNamed = (name: string) =>
  `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/${name}`;
const certificate = `https://www.googleapis.com/compute/v1/projects/${project}/global/sslCertificates/c`;

const plain = { targetSslProxy: "mail", certificateMap: "m" };
const changing = ["POST targetSslProxies/mail/setCertificateMap", "POST wait"];
const reading = "GET targetSslProxies/mail";

interface ProxyProvider extends KindProvider {
  /** The map that the proxy has now. */
  map(): unknown;
  /** A resource that was made, and the log of requests cleared. */
  made(args?: Properties): Promise<{ id: string; outs: Properties }>;
}

async function start(proxy: object = { sslCertificates: [certificate] }, options = {}): Promise<ProxyProvider> {
  const started = await startKindProvider(kind, options);
  const { emulator, provider, inputs } = started;
  emulator.objects.put(proxyPath, { ...proxy });
  return {
    ...started,
    map: () => emulator.objects.get(proxyPath)?.certificateMap,
    async made(args = plain) {
      const answer = await provider.create(await inputs(args));
      emulator.clearRequests();
      return answer;
    },
  };
}

describe("create", () => {
  it("looks, sets the map in its canonical spelling and nothing else, waits, and reads back", async () => {
    const proxy = await start({ sslCertificates: [certificate], sslPolicy: "p", description: "theirs" });
    const before = proxy.emulator.objects.get(proxyPath);
    const made = await proxy.provider.create(
      await proxy.inputs({
        targetSslProxy: proxyUrl,
        certificateMap: `https://certificatemanager.googleapis.com/v1/projects/${project}/locations/global/certificateMaps/m`,
      }),
    );
    expect(proxy.requests()).toEqual([reading, ...changing, reading]);
    const { query, body } = proxy.sent("/setCertificateMap");
    expect(body).toEqual({ certificateMap: mapNamed("m") });
    expect(query).toEqual({ requestId: expect.stringMatching(requestIdPattern) as string });
    expect(made).toEqual({
      id,
      outs: {
        __provider: loader(kind),
        __own: [mapNamed("m")],
        project,
        targetSslProxy: proxyUrl,
        certificateMap: mapNamed("m"),
        numericId: before?.id,
        previousCertificateMap: "",
      },
    });
    expect(proxy.emulator.objects.get(proxyPath)).toEqual({ ...before, certificateMap: mapNamed("m") });
  });

  it.each(["2026", "2026-map", "-m-"])("sets a map of the name %s", async (name) => {
    const proxy = await start();
    const { outs } = await proxy.made({ ...plain, certificateMap: name });
    expect([proxy.map(), outs.certificateMap]).toEqual([mapNamed(name), mapNamed(name)]);
  });

  it("remembers the map that was there", async () => {
    const proxy = await start({ certificateMap: mapNamed("theirs") });
    expect((await proxy.made()).outs.previousCertificateMap).toBe(mapNamed("theirs"));
  });

  it("after a run that was killed does not take the map of this stack for the earlier one, and a destroy leaves it", async () => {
    const proxy = await start({ certificateMap: mapNamed("theirs") });
    await proxy.made();
    // The state has nothing of it, and the program may have changed since.
    for (const certificateMap of ["m", "other"]) {
      const { outs } = await proxy.made({ ...plain, certificateMap });
      expect(outs).not.toHaveProperty("previousCertificateMap");
      expect(proxy.told().at(-1)).toContain(`the proxy has the certificate map ${mapNamed("m")}, which an earlier run`);
      if (certificateMap === "m") continue;
      await proxy.provider.delete(id, outs);
      expect(proxy.map()).toBe(mapNamed("other"));
    }
  });

  it("knows the earlier map after a destroy that has restored it, and after somebody else has set another", async () => {
    const proxy = await start({ certificateMap: mapNamed("theirs") });
    const { outs } = await proxy.made();
    await proxy.provider.delete(id, outs);
    expect((await proxy.made()).outs.previousCertificateMap).toBe(mapNamed("theirs"));
    proxy.emulator.objects.patch(proxyPath, { certificateMap: mapNamed("new") });
    expect((await proxy.made()).outs.previousCertificateMap).toBe(mapNamed("new"));
  });

  it("knows the map of this stack for the earlier one if nobody may list operations", async () => {
    const proxy = await start();
    await proxy.made();
    proxy.emulator.fault({
      match: { method: "GET", path: "/operations$" },
      fault: { kind: "status", status: 403, reason: "forbidden" },
    });
    expect((await proxy.made()).outs.previousCertificateMap).toBe(mapNamed("m"));
  });

  it("of a proxy that does not exist records nothing", async () => {
    const { provider, inputs } = await start();
    const { message, partial } = await failureOf(provider.create(await inputs({ ...plain, targetSslProxy: "web" })));
    expect(message).toContain(`gce:${kind} "web": setCertificateMap failed: HTTP 404 notFound`);
    expect(message).toContain("Nothing was changed.");
    expect(partial).toBeUndefined();
  });

  it("that is refused says which permissions it needs", async () => {
    const { emulator, provider, inputs } = await start();
    emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message, partial } = await failureOf(provider.create(await inputs(plain)));
    expect(message).toContain("compute.targetSslProxies.setCertificateMap, certificatemanager.certmaps.use");
    expect(partial).toBeUndefined();
  });

  it("whose operation fails records nothing, and the next create reads the earlier map again", async () => {
    const proxy = await start();
    proxy.emulator.fault({ fault: { kind: "operationError", errors: [{ code: "CERTIFICATE_MAP_NOT_FOUND" }] } });
    const { message, partial } = await failureOf(proxy.provider.create(await proxy.inputs(plain)));
    expect(message).toContain("setCertificateMap failed: CERTIFICATE_MAP_NOT_FOUND");
    expect(partial).toBeUndefined();
    proxy.emulator.objects.patch(proxyPath, { certificateMap: mapNamed("theirs") });
    expect((await proxy.made()).outs.previousCertificateMap).toBe(mapNamed("theirs"));
  });

  it("that is abandoned keeps the earlier map, and the next run continues to wait and never records its own map as the earlier one", async () => {
    const proxy = await start({ certificateMap: mapNamed("theirs") }, { latency: { defaultMs: 2500 } });
    const inputs = await proxy.inputs(plain, { create: "1s", update: "20s" });
    const { message, properties } = await partialFailureOf(proxy.provider.create(inputs));
    expect(message).toContain("not finished within 1s");
    expect(properties).toMatchObject({
      previousCertificateMap: mapNamed("theirs"),
      __pending: [{ action: "setCertificateMap", operation: expect.stringContaining("/operations/") as string }],
    });
    proxy.emulator.clearRequests();
    const { outs } = await proxy.provider.update(id, properties, inputs);
    expect(proxy.requests()).toEqual(["POST wait", reading]);
    expect(outs).toMatchObject({ previousCertificateMap: mapNamed("theirs"), certificateMap: mapNamed("m") });
    expect(outs).not.toHaveProperty("__pending");
    proxy.emulator.latency({ defaultMs: 0 });
    await proxy.provider.delete(id, outs);
    expect(proxy.map()).toBe(mapNamed("theirs"));
  });

  it("whose answers are lost until the deadline is found by its request id, and not sent again", async () => {
    const proxy = await start();
    loseForGood(proxy.emulator, { method: "POST" });
    const inputs = await proxy.inputs(plain, { create: "1s" });
    const { properties } = await partialFailureOf(proxy.provider.create(inputs));
    expect(properties).toMatchObject({ previousCertificateMap: "" });
    proxy.emulator.clearFaults();
    proxy.emulator.clearRequests();
    const { outs } = await proxy.provider.update(id, properties, inputs);
    expect(outs).toMatchObject({ certificateMap: mapNamed("m"), previousCertificateMap: "" });
    expect(proxy.requests()).toEqual(["GET operations", "POST wait", reading]);
  });

  it("whose operation vanishes before the change does not count as done, and the next run makes the change", async () => {
    const proxy = await start({}, { latency: { defaultMs: 3000 } });
    proxy.emulator.fault({ fault: { kind: "operationVanishes", when: "atOnce" } });
    const inputs = await proxy.inputs(plain, forgettingSoon);
    const { message, properties } = await partialFailureOf(proxy.provider.create(inputs));
    expect(message).toContain("The result is unknown. The next `pulumi up` checks, and makes the change if needed.");
    proxy.emulator.latency({ defaultMs: 0 });
    const { outs } = await proxy.provider.update(id, minutesLater(properties), inputs);
    expect(outs).toMatchObject({ certificateMap: mapNamed("m"), previousCertificateMap: "" });
    expect(proxy.map()).toBe(mapNamed("m"));
  });

  it("whose operation vanishes after the change is done", async () => {
    const proxy = await start({}, { latency: { defaultMs: 50 } });
    proxy.emulator.fault({ fault: { kind: "operationVanishes", when: "whenDone" } });
    const { outs } = await proxy.provider.create(await proxy.inputs(plain, forgettingSoon));
    expect(outs).toMatchObject({ certificateMap: mapNamed("m"), previousCertificateMap: "" });
  });
});

describe("update", () => {
  it("sets the other map in place, and keeps what was there before the first", async () => {
    const proxy = await start({ certificateMap: mapNamed("theirs") });
    const { outs } = await proxy.made();
    const updated = await proxy.provider.update(id, outs, await proxy.inputs({ ...plain, certificateMap: "m-2" }));
    expect(proxy.requests()).toEqual([...changing, reading]);
    expect(proxy.sent("/setCertificateMap").body).toEqual({ certificateMap: mapNamed("m-2") });
    expect(updated.outs).toEqual({ ...outs, certificateMap: mapNamed("m-2"), __own: [mapNamed("m-2")] });
  });

  it("of only deletionPolicy or a timeout makes no call", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    const news = await proxy.inputs({ ...plain, deletionPolicy: "RETAIN" }, { delete: "1m" });
    const updated = await proxy.provider.update(id, outs, news);
    expect(updated.outs).toEqual({ ...outs, deletionPolicy: "RETAIN", __timeouts: { delete: "1m" } });
    expect(proxy.requests()).toEqual([]);
  });

  it("that fails immediately keeps the record", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    proxy.emulator.fault({ fault: { kind: "operationError", errors: [{ code: "NO" }] } });
    const news = await proxy.inputs({ ...plain, certificateMap: "m-2" });
    const { partial } = await failureOf(proxy.provider.update(id, outs, news));
    expect(partial).toBeUndefined();
    expect(proxy.map()).toBe(mapNamed("m"));
  });

  it.each([
    ["landed", []],
    ["failed", [{ code: "NO" }]],
  ])("that was abandoned and then %s is still undone by delete", async (_what, errors) => {
    const proxy = await start({ certificateMap: mapNamed("theirs") });
    const { outs } = await proxy.made();
    proxy.emulator.latency({ defaultMs: 2500 });
    if (errors.length > 0) proxy.emulator.fault({ fault: { kind: "operationError", errors } });
    const news = await proxy.inputs({ ...plain, certificateMap: "m-2" }, { update: "1s" });
    const { properties } = await partialFailureOf(proxy.provider.update(id, outs, news));
    expect(properties).toMatchObject({
      __own: [mapNamed("m-2"), mapNamed("m")],
      previousCertificateMap: mapNamed("theirs"),
    });
    proxy.emulator.latency({ defaultMs: 0 });
    await proxy.provider.delete(id, { ...properties, __timeouts: { delete: "20s" } });
    expect(proxy.map()).toBe(mapNamed("theirs"));
  });
});

describe("read", () => {
  it("shows a removed or changed map as drift", async () => {
    const proxy = await start();
    const checked = await proxy.inputs(plain);
    const { outs } = await proxy.made();
    proxy.emulator.objects.patch(proxyPath, { certificateMap: null });
    const unset = await proxy.provider.read(id, outs);
    expect(unset.id).toBe(id);
    expect(unset.inputs).toEqual({ __provider: loader(kind), project, targetSslProxy: proxyUrl });
    expect(await proxy.provider.diff(id, unset.props, checked)).toMatchObject({ changes: true, replaces: [] });

    proxy.emulator.objects.patch(proxyPath, { certificateMap: mapNamed("theirs") });
    const changed = await proxy.provider.read(id, unset.props);
    expect(changed.inputs).toMatchObject({ certificateMap: mapNamed("theirs") });
    expect(changed.props).toMatchObject({ previousCertificateMap: "", __own: [mapNamed("m")] });
    await proxy.provider.update(id, changed.props, checked);
    expect(proxy.map()).toBe(mapNamed("m"));
  });

  it("never shows another spelling as drift", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    expect(await proxy.provider.read(id, outs)).toEqual({ id, props: outs, inputs: undefined });
  });

  it("gives a blank id when the proxy is gone", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    proxy.emulator.objects.delete(proxyPath);
    expect(await proxy.provider.read(id, outs)).toMatchObject({ id: "" });
  });

  it.each([id, `${project}/mail`, "mail", proxyUrl])("gets the map of a proxy by the id %s", async (given) => {
    const proxy = await start({ certificateMap: mapNamed("theirs") });
    const { props, ...read } = await proxy.provider.read(given, { __provider: loader(kind) });
    expect(read.id).toBe(id);
    expect(props).toMatchObject({ project, targetSslProxy: proxyUrl, certificateMap: mapNamed("theirs") });
    expect(props).not.toHaveProperty("previousCertificateMap");
  });
});

describe("delete", () => {
  it("restores the earlier map", async () => {
    const proxy = await start({ certificateMap: mapNamed("theirs") });
    const { outs } = await proxy.made();
    await proxy.provider.delete(id, outs);
    expect(proxy.requests()).toEqual([reading, ...changing]);
    expect(proxy.sent("/setCertificateMap").body).toEqual({ certificateMap: mapNamed("theirs") });
  });

  it("fails and stays recorded if the earlier map no longer exists, but the proxy does", async () => {
    const proxy = await start({ certificateMap: mapNamed("theirs") });
    const { outs } = await proxy.made();
    proxy.emulator.fault({ match: { path: "/setCertificateMap$" }, fault: { kind: "status", status: 404 } });
    const { message } = await failureOf(proxy.provider.delete(id, outs));
    expect(message).toContain("delete failed: HTTP 404");
    expect(message).toContain("It stays recorded");
    expect(proxy.map()).toBe(mapNamed("m"));
  });

  it("clears the map with an empty body if there was none", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    await proxy.provider.delete(id, outs);
    const { query, body } = proxy.sent("/setCertificateMap");
    expect(body).toEqual({});
    expect(query).toEqual({ requestId: expect.stringMatching(requestIdPattern) as string });
    expect(proxy.emulator.objects.get(proxyPath)).toMatchObject({ sslCertificates: [certificate] });
    expect(proxy.map()).toBeUndefined();
  });

  it("changes nothing if the earlier map is the same", async () => {
    const proxy = await start({ certificateMap: mapNamed("m") });
    const { outs } = await proxy.made();
    await proxy.provider.delete(id, outs);
    expect(proxy.requests()).toEqual([reading]);
  });

  it.each([
    [mapNamed("theirs"), `the certificate map ${mapNamed("theirs")}`],
    [null, "no certificate map"],
  ])("leaves alone what somebody else has set: %s, whether a refresh has seen it or not", async (theirs, words) => {
    const proxy = await start({ sslCertificates: [certificate], certificateMap: mapNamed("before") });
    const { outs } = await proxy.made();
    proxy.emulator.objects.patch(proxyPath, { certificateMap: theirs });
    const { props } = await proxy.provider.read(id, outs);
    proxy.emulator.clearRequests();
    await proxy.provider.delete(id, outs);
    await proxy.provider.delete(id, props);
    expect(proxy.requests()).toEqual([reading, reading]);
    expect(proxy.map() ?? null).toBe(theirs);
    const warning = `gce:${kind} "mail": the proxy has ${words}, which this resource did not set; it is left alone.`;
    expect(proxy.told()).toEqual([warning, warning]);
  });

  it.each(["answer", "operation"])(
    "that the service refuses in its %s because of missing certificates says what to do",
    async (where) => {
      const proxy = await start(where === "answer" ? {} : undefined);
      const { outs } = await proxy.made();
      if (where === "operation") {
        // The emulator refuses it at once; a proxy that looks as if it had no certificates stands for one that does not.
        const shown = JSON.stringify({ name: "mail", certificateMap: mapNamed("m") });
        proxy.emulator.fault({ match: { method: "GET" }, fault: { kind: "status", status: 200, body: shown } });
        const errors = [{ code: "INVALID_USAGE", message: "needs a certificate" }];
        proxy.emulator.fault({ fault: { kind: "operationError", errors } });
      }
      const { message } = await failureOf(proxy.provider.delete(id, outs));
      expect(message).toContain(
        "delete failed: the certificate map cannot be removed, because the proxy has no SSL certificates without it",
      );
      expect(message).toContain(where === "answer" ? "HTTP 400 invalid: " : "INVALID_USAGE: needs a certificate");
      expect(message).toContain(
        'Give the proxy an SSL certificate first, or keep the map: set deletionPolicy to "RETAIN"',
      );
      expect(message).toContain("It stays recorded");
      expect(proxy.map()).toBe(mapNamed("m"));

      await proxy.provider.delete(id, { ...outs, deletionPolicy: "RETAIN" });
      expect(proxy.map()).toBe(mapNamed("m"));
    },
  );

  it("of a proxy that is gone is a success", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    proxy.emulator.objects.delete(proxyPath);
    await proxy.provider.delete(id, outs);
    expect(proxy.requests()).toEqual([reading]);
  });

  it("makes no call with RETAIN, and is refused with PREVENT", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    await proxy.provider.delete(id, { ...outs, deletionPolicy: "RETAIN" });
    const { message } = await failureOf(proxy.provider.delete(id, { ...outs, deletionPolicy: "PREVENT" }));
    expect(message).toContain("Set another deletionPolicy (RESTORE or RETAIN)");
    expect(proxy.requests()).toEqual([]);
  });

  it("keeps the record if the caller cannot read the proxy", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    proxy.emulator.fault({ fault: { kind: "status", status: 403, reason: "forbidden", message: "no" } });
    const { message } = await failureOf(proxy.provider.delete(id, outs));
    expect(message).toContain("The caller needs compute.targetSslProxies.get.");
  });
});
