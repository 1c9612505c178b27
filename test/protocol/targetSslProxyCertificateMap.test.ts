import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { requestIdPattern, startKindProvider, type KindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { failureOf, project } from "../support/routeProvider";

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
});

describe("read", () => {
  it("never shows another spelling as drift", async () => {
    const proxy = await start();
    const { outs } = await proxy.made();
    expect(await proxy.provider.read(id, outs)).toEqual({ id, props: outs, inputs: undefined });
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
