import { describe, expect, it, onTestFinished } from "vitest";
import { startKindProvider } from "../../support/kindProvider";
import { ProviderProcess } from "../../support/providerProcess";
import { canaryToken, project } from "../../support/routeProvider";

/*
 * What a crash costs that comes after a change and before the state was written: the same create once more, by an engine
 * and a provider process that know nothing of the first. This is the limit that the documentation names, so it is held here.
 */

const proxy = `projects/${project}/global/targetSslProxies/t`;
const map = (name: string) =>
  `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/${name}`;
const group = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;

/** The provider process of the next run. */
async function nextProvider(endpoint: string): Promise<ProviderProcess> {
  const config = { "gcp:project": project, "gcp:accessToken": canaryToken, "gcp:computeCustomEndpoint": endpoint };
  const provider = await ProviderProcess.start({ config, process: "hot" });
  onTestFinished(() => provider.release());
  return provider;
}

describe("after a crash between a change and its record", () => {
  it("the earlier map of a proxy is unknown, so a destroy leaves the current map", async () => {
    const { emulator, provider, inputs } = await startKindProvider("TargetSslProxyCertificateMap");
    emulator.objects.put(proxy, { certificateMap: map("theirs"), sslCertificates: [] });
    const declared = await inputs({ targetSslProxy: "t", certificateMap: map("ours") });
    const first = await provider.create(declared);
    expect(first.outs.previousCertificateMap).toBe(map("theirs"));
    const next = await nextProvider(emulator.endpoint);
    const { id, outs } = await next.create(declared);
    expect(outs).not.toHaveProperty("previousCertificateMap");
    await next.delete(id, outs);
    expect(emulator.objects.get(proxy)?.certificateMap).toBe(map("ours"));
  });

  it("a group gets its earlier values back if the program gives them as `previous`", async () => {
    const { emulator, provider, inputs } = await startKindProvider("RegionInstanceGroupManagerPatch");
    emulator.objects.put(group, { description: "theirs", targetSize: 3 });
    const args = { instanceGroupManager: group, description: "ours", deletionPolicy: "RESTORE" };
    await provider.create(await inputs(args));
    const next = await nextProvider(emulator.endpoint);
    const without = await next.create(await inputs(args));
    expect(without.outs).toMatchObject({ previousValues: {}, __unknown: ["description", "*"] });
    await next.delete(without.id, without.outs);
    expect(emulator.objects.get(group)?.description).toBe("ours");
    const { id, outs } = await next.create(await inputs({ ...args, previous: { description: "theirs" } }));
    await next.delete(id, outs);
    expect(emulator.objects.get(group)?.description).toBe("theirs");
  });
});
