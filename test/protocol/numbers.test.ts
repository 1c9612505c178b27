import { describe, expect, it } from "vitest";
import { projectNumber } from "../../emulator/src/projects";
import { failureOf, loseForGood, project } from "../support/routeProvider";
import { startKindProvider } from "../support/kindProvider";
import type { ProviderProcess, Properties } from "../support/providerProcess";

// The service takes a project's number, and an object's, wherever it takes the name, and answers the name.

const byNumber = projectNumber(project);
const root = "https://www.googleapis.com/compute/v1";
const global = `projects/${project}/global`;
const unchanged = { changes: false, replaces: [] };

async function start(kind: string, configured = byNumber) {
  const started = await startKindProvider(kind, {
    config: { "gcp:project": configured, "gcp:region": "us-central1", "gcp:zone": "us-central1-a" },
  });
  started.emulator.projectNumber(project);
  return started;
}

/** Nothing differs, as made and as read again; what is read is recorded as before. */
async function settles(provider: ProviderProcess, id: string, outs: Properties, inputs: Properties) {
  expect(await provider.diff(id, outs, inputs)).toMatchObject(unchanged);
  const again = await provider.read(id, outs);
  expect(again.id).toBe(id);
  expect(again.inputs).toBeUndefined();
  expect(await provider.diff(id, again.props, inputs)).toMatchObject(unchanged);
  return again.props;
}

describe("a route", () => {
  const plain = { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };

  it("of a project by number settles, by number and by id, and is deleted", async () => {
    const { emulator, provider, inputs } = await start("Route");
    const news = await inputs(plain);
    const { id, outs } = await provider.create(news);
    expect(id).toBe(`projects/${byNumber}/global/routes/r`);
    expect(outs).toMatchObject({
      project: byNumber,
      network: `${root}/${global}/networks/default`,
      selfLink: `${root}/${global}/routes/r`,
      __names: { [`projects/${byNumber}`]: `projects/${project}` },
    });
    const read = await settles(provider, id, outs, news);
    expect(await provider.diff(id, read, await inputs({ ...plain, project }))).toMatchObject(unchanged);
    const elsewhere = await inputs({ ...plain, project: "other-project" });
    expect(await provider.diff(id, read, elsewhere)).toMatchObject({ replaces: ["project", "network"] });
    const another = await inputs({ ...plain, project: "555555555555" });
    expect(await provider.diff(id, read, another)).toMatchObject({ replaces: ["project", "network"] });
    await provider.delete(id, read);
    expect(emulator.objects.get(`${global}/routes/r`)).toBeUndefined();
  });

  it("whose record has no numbers is not replaced because of a number in an answer", async () => {
    const { provider, inputs } = await start("Route", project);
    const { id, outs } = await provider.create(await inputs(plain));
    expect(outs).not.toHaveProperty("__names");
    expect(await provider.diff(id, outs, await inputs({ ...plain, project: byNumber }))).toMatchObject(unchanged);
    const { __names, ...old } = { ...outs, project: byNumber, __names: undefined };
    expect(__names).toBeUndefined();
    expect(await provider.diff(id, old, await inputs(plain))).toMatchObject(unchanged);
  });

  it("whose network is named by its number settles, and another network is found", async () => {
    const { emulator, provider, inputs } = await start("Route", project);
    const other = emulator.objects.put(`${global}/networks/other`, {});
    const number = String(emulator.objects.get(`${global}/networks/default`)?.id);
    const news = await inputs({ ...plain, network: `projects/${byNumber}/global/networks/${number}` });
    const { id, outs } = await provider.create(news);
    expect(outs.network).toBe(`${root}/${global}/networks/default`);
    const read = await settles(provider, id, outs, news);
    expect(await provider.diff(id, read, await inputs(plain))).toMatchObject(unchanged);
    const moved = await inputs({ ...plain, network: String(other.id) });
    expect(await provider.diff(id, read, moved)).toMatchObject({ replaces: ["network"], deleteBeforeReplace: true });
    emulator.objects.patch(`${global}/routes/r`, { network: `${root}/${global}/networks/other` });
    const drifted = await provider.read(id, read);
    expect(await provider.diff(id, drifted.props, news)).toMatchObject({ replaces: ["network"] });
  });

  it("of others is adopted by the project's number, and not by the number of a network, which nothing proves", async () => {
    const { emulator, provider, inputs } = await start("Route");
    const { id } = await provider.create(await inputs(plain));
    const adopted = await provider.create(await inputs({ ...plain, adoptExisting: true }));
    expect(adopted.id).toBe(id);
    const number = String(emulator.objects.get(`${global}/networks/default`)?.id);
    const failure = await failureOf(provider.create(await inputs({ ...plain, network: number, adoptExisting: true })));
    expect(failure.message).toContain("networks/default");
    expect(failure.message).toContain("make the program describe it");
  });

  it("whose answer is lost is settled by the next step, once", async () => {
    const { emulator, provider, inputs } = await start("Route");
    const news = await inputs(plain, { create: "1s" });
    loseForGood(emulator, { method: "POST", path: "/routes$" });
    const { partial } = await failureOf(provider.create(news));
    emulator.clearFaults();
    const read = await provider.read(partial?.id ?? "", partial?.properties ?? {});
    expect(await provider.diff(read.id, read.props, news)).toMatchObject(unchanged);
    expect(emulator.operations()).toHaveLength(1);
  });
});

describe("a snapshot", () => {
  it("of a project and a disk by number settles, and keeps the backup", async () => {
    const { emulator, provider, inputs } = await start("Snapshot");
    const disk = emulator.objects.put(`projects/${project}/zones/us-central1-a/disks/d`, { sizeGb: "20" });
    const plain = { name: "s", sourceDisk: String(disk.id), labels: { a: "b" }, snapshotType: "STANDARD" };
    const news = await inputs(plain);
    const { id, outs } = await provider.create(news);
    expect(outs.sourceDisk).toBe(`${root}/projects/${project}/zones/us-central1-a/disks/d`);
    const read = await settles(provider, id, outs, news);
    const relabelled = await inputs({ ...plain, labels: { a: "c" } });
    expect(await provider.diff(id, read, relabelled)).toMatchObject({ changes: true, replaces: [] });
    const { outs: updated } = await provider.update(id, read, relabelled);
    await settles(provider, id, updated, relabelled);
  });

  it("with a type that the answer leaves out is not replaced", async () => {
    const { emulator, provider, inputs } = await start("Snapshot", project);
    emulator.objects.put(`projects/${project}/zones/us-central1-a/disks/d`, { sizeGb: "20" });
    const news = await inputs({ name: "s", sourceDisk: "d", snapshotType: "STANDARD" });
    const { id, outs } = await provider.create(news);
    const path = `${global}/snapshots/s`;
    emulator.objects.delete(path);
    const { snapshotType, ...rest } = outs;
    expect(snapshotType).toBe("STANDARD");
    expect(await provider.diff(id, rest, news)).toMatchObject(unchanged);
    expect(await provider.diff(id, rest, { ...news, snapshotType: "ARCHIVE" })).toMatchObject({
      replaces: ["snapshotType"],
    });
  });

  it("of a recovery checkpoint takes a disk of the region, and is not replaced because of a field that no answer has", async () => {
    const { emulator, provider, inputs, sent } = await start("Snapshot", project);
    const disk = `projects/${project}/regions/us-central1/disks/d`;
    emulator.objects.put(disk, { sizeGb: "20" });
    const news = await inputs({ name: "s", sourceDiskForRecoveryCheckpoint: "d" });
    const { id, outs } = await provider.create(news);
    expect(sent("/snapshots").body).toMatchObject({ sourceDiskForRecoveryCheckpoint: `${root}/${disk}` });
    expect(emulator.objects.get(`${global}/snapshots/s`)).not.toHaveProperty("sourceDiskForRecoveryCheckpoint");
    const read = await settles(provider, id, outs, news);
    const another = await inputs({ name: "s", sourceDiskForRecoveryCheckpoint: "other" });
    expect(await provider.diff(id, read, another)).toMatchObject({ replaces: ["sourceDiskForRecoveryCheckpoint"] });
  });
});

describe("an association", () => {
  async function startAssociation(network = "default") {
    const started = await start("NetworkFirewallPolicyAssociation");
    for (const policy of ["a", "b"]) started.emulator.objects.put(`${global}/firewallPolicies/${policy}`, {});
    if (network !== "default") started.emulator.objects.put(`${global}/networks/${network}`, {});
    const path = `${global}/networks/${network}`;
    const holder = () => started.emulator.objects.get(path)?.firewallPolicy as string | undefined;
    return { ...started, holder, path };
  }

  it("of a project by number settles, is swapped, and is removed by destroy", async () => {
    const { provider, inputs, holder } = await startAssociation();
    const plain = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };
    const news = await inputs(plain);
    const { id, outs } = await provider.create(news);
    expect(id).toBe(`projects/${byNumber}/global/networks/default/firewallPolicyAssociation`);
    const read = await settles(provider, id, outs, news);
    const swap = await inputs({ ...plain, firewallPolicy: `${global}/firewallPolicies/b` });
    expect(await provider.diff(id, read, swap)).toMatchObject({ changes: true, replaces: [] });
    const { outs: swapped } = await provider.update(id, read, swap);
    expect(holder()).toBe(`${root}/${global}/firewallPolicies/b`);
    await settles(provider, id, swapped, swap);
    await provider.delete(id, swapped);
    expect(holder()).toBeUndefined();
  });

  it("whose record has no numbers is found and removed", async () => {
    const { provider, inputs, holder } = await startAssociation();
    const news = await inputs({ name: "guard", attachmentTarget: "default", firewallPolicy: "a" });
    const { id, outs } = await provider.create(news);
    const old = Object.fromEntries(Object.entries(outs).filter(([key]) => key !== "__names"));
    await settles(provider, id, (await provider.read(id, old)).props, news);
    await provider.delete(id, old);
    expect(holder()).toBeUndefined();
  });

  it("of a network by number settles and is removed, and the policy of somebody else is drift", async () => {
    const { emulator, provider, inputs, holder, path } = await startAssociation();
    const number = String(emulator.objects.get(path)?.id);
    const news = await inputs({ name: "guard", attachmentTarget: number, firewallPolicy: "a" });
    const { id, outs } = await provider.create(news);
    const read = await settles(provider, id, outs, news);
    emulator.objects.patch(`${global}/firewallPolicies/b`, {
      associations: [{ name: "theirs", attachmentTarget: `${root}/${path}` }],
    });
    const taken = await provider.read(id, read);
    expect(taken.props.firewallPolicy).toBe(`${root}/${global}/firewallPolicies/b`);
    expect(await provider.diff(id, taken.props, news)).toMatchObject({ changes: true, replaces: [] });
    await provider.delete(id, taken.props);
    expect(holder()).toBe(`${root}/${global}/firewallPolicies/b`);
  });

  it("of a network that is called global is settled after a lost answer", async () => {
    const { emulator, provider, inputs, holder } = await startAssociation("global");
    const news = await inputs({ name: "guard", attachmentTarget: "global", firewallPolicy: "a" }, { create: "1s" });
    loseForGood(emulator, { method: "POST", path: "/addAssociation$" });
    const { partial } = await failureOf(provider.create(news));
    emulator.clearFaults();
    expect(partial?.properties).toHaveProperty("__pending");
    const read = await provider.read(partial?.id ?? "", partial?.properties ?? {});
    expect(read.props).not.toHaveProperty("__pending");
    expect(await provider.diff(read.id, read.props, news)).toMatchObject(unchanged);
    await provider.delete(read.id, read.props);
    expect(holder()).toBeUndefined();
  });
});

describe("a patch of a group", () => {
  const group = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
  const template = (name: string) => `projects/${project}/global/instanceTemplates/${name}`;
  const zones = (version: string, of = project) => ({
    distributionPolicy: {
      zones: ["a", "b"].map((zone) => ({
        zone: `https://www.googleapis.com/compute/${version}/projects/${of}/zones/us-central1-${zone}`,
      })),
    },
  });

  async function startGroup(configured = byNumber) {
    const started = await start("RegionInstanceGroupManagerPatch", configured);
    const one = started.emulator.objects.put(template("one"), {});
    const two = started.emulator.objects.put(template("two"), {});
    started.emulator.objects.put(group, {
      targetSize: 3,
      instanceTemplate: `${root}/${template("zero")}`,
      ...zones("v1"),
    });
    const live = () => started.emulator.objects.get(group) ?? {};
    const patched = (args: object) =>
      started.inputs({ instanceGroupManager: "web", deletionPolicy: "RESTORE", ...args });
    const patches = () => started.emulator.requests().filter(({ method }) => method === "PATCH");
    return { ...started, patches, one: String(one.id), two: String(two.id), live, inputs: patched };
  }

  it.each([
    ["by number", (number: string) => number],
    ["by number, in its URL", (number: string) => `${root}/${template(number)}`],
    ["with its unique id", (number: string) => `${root}/${template("one")}?uniqueId=${number}`],
    [
      "with its unique id on the other host",
      (number: string) => `https://compute.googleapis.com/compute/beta/${template("one")}?uniqueId=${number}`,
    ],
    ["by name", () => "one"],
  ])("whose template is given %s settles, finds drift, and restores", async (_how, spelt) => {
    const { emulator, provider, inputs, one, two, live, patches } = await startGroup();
    const args = { instanceTemplate: spelt(one), ...zones("beta", byNumber) };
    const news = await inputs(args);
    const { id, outs } = await provider.create(news);
    expect(id).toBe(`projects/${byNumber}/regions/us-central1/instanceGroupManagers/web`);
    expect(live().instanceTemplate).toBe(`${root}/${template("one")}`);
    if (spelt(one) !== "one") expect(JSON.stringify(patches())).toContain(`/instanceTemplates/${one}"`);
    const read = await settles(provider, id, outs, news);
    for (const same of ["one", one, `${template("one")}?uniqueId=${one}`])
      expect(await provider.diff(id, read, await inputs({ ...args, instanceTemplate: same }))).toMatchObject(
        spelt(one) === "one" && same === one ? { replaces: [] } : unchanged,
      );
    const other = await inputs({ ...args, instanceTemplate: two });
    expect(await provider.diff(id, read, other)).toMatchObject({ changes: true, replaces: [] });
    const { outs: updated } = await provider.update(id, read, other);
    expect(live().instanceTemplate).toBe(`${root}/${template("two")}`);
    const settled = await settles(provider, id, updated, other);
    emulator.objects.patch(group, { instanceTemplate: `${root}/${template("one")}` });
    const drifted = await provider.read(id, settled);
    expect(await provider.diff(id, drifted.props, other)).toMatchObject({ changes: true, replaces: [] });
    const { outs: mended } = await provider.update(id, drifted.props, other);
    await provider.delete(id, mended);
    expect(live().instanceTemplate).toBe(`${root}/${template("zero")}`);
  });

  it("whose versions name templates by number settles in any order of versions", async () => {
    const { provider, inputs, one, two, live } = await startGroup();
    const news = await inputs({
      versions: [
        { name: "canary", instanceTemplate: two, targetSize: { fixed: 1 } },
        { name: "stable", instanceTemplate: "one" },
      ],
    });
    const { id, outs } = await provider.create(news);
    expect(live().versions).toMatchObject([
      { instanceTemplate: `${root}/${template("two")}` },
      { instanceTemplate: `${root}/${template("one")}` },
    ]);
    const read = await settles(provider, id, outs, news);
    const swapped = await inputs({
      versions: [
        { name: "canary", instanceTemplate: one, targetSize: { fixed: 1 } },
        { name: "stable", instanceTemplate: two },
      ],
    });
    const { outs: updated } = await provider.update(id, read, swapped);
    expect(live().versions).toMatchObject([
      { instanceTemplate: `${root}/${template("one")}` },
      { instanceTemplate: `${root}/${template("two")}` },
    ]);
    await settles(provider, id, updated, swapped);
  });

  it("that changes from a template's name to the number of another sends that, and of the same one settles", async () => {
    const { provider, inputs, one, two, live } = await startGroup(project);
    const { id, outs } = await provider.create(await inputs({ instanceTemplate: "one" }));
    const same = await inputs({ instanceTemplate: one });
    const { outs: known } = await provider.update(id, outs, same);
    await settles(provider, id, known, same);
    const other = await inputs({ instanceTemplate: two });
    expect(await provider.diff(id, outs, other)).toMatchObject({ changes: true, replaces: [] });
    await settles(provider, id, (await provider.update(id, outs, other)).outs, other);
    expect(live().instanceTemplate).toBe(`${root}/${template("two")}`);
  });
});

describe("a certificate map", () => {
  const proxy = `${global}/targetSslProxies/web`;
  const map = (of: string) => `//certificatemanager.googleapis.com/projects/${of}/locations/global/certificateMaps/m`;

  it("of a project by number settles for both spellings in answers, and is restored", async () => {
    const { emulator, provider, inputs } = await start("TargetSslProxyCertificateMap");
    emulator.objects.put(proxy, { sslCertificates: [`${root}/${global}/sslCertificates/c`] });
    const news = await inputs({ targetSslProxy: "web", certificateMap: "m" });
    const { id, outs } = await provider.create(news);
    await settles(provider, id, outs, news);
    for (const spelt of [map(project), map(byNumber)]) {
      emulator.objects.patch(proxy, { certificateMap: spelt });
      const read = await provider.read(id, outs);
      expect(await provider.diff(id, read.props, news)).toMatchObject(unchanged);
      expect(
        await provider.diff(id, read.props, await inputs({ targetSslProxy: "web", certificateMap: map(project) })),
      ).toMatchObject(unchanged);
    }
    emulator.objects.patch(proxy, { certificateMap: map("other") });
    const { props } = await provider.read(id, outs);
    expect(await provider.diff(id, props, news)).toMatchObject({ changes: true, replaces: [] });
    emulator.objects.patch(proxy, { certificateMap: map(project) });
    await provider.delete(id, outs);
    expect(emulator.objects.get(proxy)).not.toHaveProperty("certificateMap");
  });
});
