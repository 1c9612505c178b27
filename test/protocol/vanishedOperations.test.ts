import { describe, expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { forgettingSoon, project } from "../support/routeProvider";

const global = `projects/${project}/global`;
const groupPath = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
const proxyPath = `${global}/targetSslProxies/mail`;
const certificate = `https://www.googleapis.com/compute/v1/${global}/sslCertificates/c`;

/** A change in place, and what it leaves at the service. */
const changes: { what: string; kind: string; path: string; there: object; first: Properties; then: Properties }[] = [
  {
    what: "swap of a certificate map",
    kind: "TargetSslProxyCertificateMap",
    path: proxyPath,
    there: { sslCertificates: [certificate] },
    first: { targetSslProxy: "mail", certificateMap: "m" },
    then: { targetSslProxy: "mail", certificateMap: "n" },
  },
  {
    what: "patch of a group",
    kind: "RegionInstanceGroupManagerPatch",
    path: groupPath,
    there: { description: "theirs", baseInstanceName: "web", targetSize: 1 },
    first: { instanceGroupManager: "web", description: "one" },
    then: { instanceGroupManager: "web", description: "two" },
  },
];

const vanish = { fault: { kind: "operationVanishes", when: "atOnce" } } as const;

describe("an operation that the service forgets", () => {
  it.each(changes)("is not a failure if the $what is done", async ({ kind, path, there, first, then }) => {
    const { emulator, provider, inputs } = await startKindProvider(kind, { config: { "gcp:region": "us-central1" } });
    emulator.objects.put(path, { ...there });
    const { id, outs } = await provider.create(await inputs(first, forgettingSoon));
    emulator.fault(vanish);
    const news = await inputs(then, forgettingSoon);
    const updated = await provider.update(id, outs, news);
    expect(updated.outs).not.toHaveProperty("__pending");
    // One value is our own again, and not the one from before as well.
    expect(updated.outs.__own).toHaveLength(1);
    expect(await provider.diff(id, updated.outs, news)).toMatchObject({ changes: false });
  });

  it("never records the own change as the earlier value", async () => {
    const kind = "RegionInstanceGroupManagerPatch";
    const { emulator, provider, inputs } = await startKindProvider(kind, { config: { "gcp:region": "us-central1" } });
    emulator.objects.put(groupPath, { description: "theirs", baseInstanceName: "web", targetSize: 1 });
    emulator.fault(vanish);
    const declared = { instanceGroupManager: "web", description: "ours", deletionPolicy: "RESTORE" };
    const { id, outs } = await provider.create(await inputs(declared, forgettingSoon));
    expect(outs.previousValues).toEqual({ description: "theirs" });
    await provider.delete(id, outs);
    expect(emulator.objects.get(groupPath)).toMatchObject({ description: "theirs" });
  });

  it("is not a failure if the delete removed the certificate map", async () => {
    const proxy = await startKindProvider("TargetSslProxyCertificateMap");
    proxy.emulator.objects.put(proxyPath, { sslCertificates: [certificate] });
    const made = await proxy.provider.create(
      await proxy.inputs({ targetSslProxy: "mail", certificateMap: "m" }, forgettingSoon),
    );
    proxy.emulator.fault(vanish);
    await proxy.provider.delete(made.id, made.outs);
    expect(proxy.emulator.objects.get(proxyPath)).not.toHaveProperty("certificateMap");
    expect(proxy.told()).toEqual([]);
  });
});
