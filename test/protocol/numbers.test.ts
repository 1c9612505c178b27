import { describe, expect, it } from "vitest";
import { projectNumber } from "../../emulator/src/projects";
import { failureOf, project } from "../support/routeProvider";
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

  it("whose record has no numbers is not replaced because of a number in an answer", async () => {
    const { provider, inputs } = await start("Route", project);
    const { id, outs } = await provider.create(await inputs(plain));
    expect(outs).not.toHaveProperty("__names");
    expect(await provider.diff(id, outs, await inputs({ ...plain, project: byNumber }))).toMatchObject(unchanged);
    const { __names, ...old } = { ...outs, project: byNumber, __names: undefined };
    expect(__names).toBeUndefined();
    expect(await provider.diff(id, old, await inputs(plain))).toMatchObject(unchanged);
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
});

describe("a snapshot", () => {
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

  it("whose record has no numbers is found and removed", async () => {
    const { provider, inputs, holder } = await startAssociation();
    const news = await inputs({ name: "guard", attachmentTarget: "default", firewallPolicy: "a" });
    const { id, outs } = await provider.create(news);
    const old = Object.fromEntries(Object.entries(outs).filter(([key]) => key !== "__names"));
    await settles(provider, id, (await provider.read(id, old)).props, news);
    await provider.delete(id, old);
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
});
