import { describe, expect, it, onTestFinished } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { group, kind, path, startGroupPatch, template } from "../support/groupPatchProvider";
import { ProviderProcess, type Properties } from "../support/providerProcess";
import { canaryToken, project } from "../support/routeProvider";

const urn = (name: string) => `urn:pulumi:dev::p::pulumi-nodejs:dynamic/gce:${kind}::${name}`;

/** A group with a patch of an earlier run, and the provider process of the next one. */
async function nextRun(args: Properties) {
  const first = await startGroupPatch();
  first.provider.urn = urn("old");
  const { outs } = await first.made({ __as: "old", deletionPolicy: "RESTORE", ...args });
  const provider = await ProviderProcess.start({
    config: {
      "gcp:project": project,
      "gcp:region": "us-central1",
      "gcp:accessToken": canaryToken,
      "gcp:computeCustomEndpoint": first.emulator.endpoint,
    },
    process: "hot",
  });
  onTestFinished(() => provider.release());
  /** A resource of the program by that name: its arguments after check. */
  const checked = async (name: string, declared: Properties) => {
    provider.urn = urn(name);
    const news = { __provider: loader(kind), __as: name, instanceGroupManager: "web", ...declared };
    const { inputs, failures } = await provider.check({}, news);
    expect(failures).toEqual([]);
    return inputs;
  };
  return {
    ...first,
    provider,
    outs,
    create: async (name: string, declared: Properties) => provider.create(await checked(name, declared)),
    update: async (name: string, declared: Properties) => provider.update(path, outs, await checked(name, declared)),
    async remove(name: string) {
      provider.urn = urn(name);
      await provider.delete(path, outs);
    },
    told: () => provider.logs.map(({ message }) => message).join("\n"),
  };
}

const takenOver = (members: string) =>
  `another resource of the program manages ${members} now; this patch leaves the value as it is`;

describe("a patch whose members another one of the program has taken over in the same run", () => {
  it.each(["renamed", "old"])("restores none of them when it is deleted (its successor is %j)", async (successor) => {
    const run = await nextRun({ description: "ours", baseInstanceName: "ours" });
    await run.create(successor, { description: "ours" });
    await run.remove("old");
    // What the successor does not manage goes back as ever.
    expect(run.live()).toMatchObject({ description: "ours", baseInstanceName: "web" });
    expect(run.told()).toContain(takenOver("description"));
    expect(run.told()).toContain("give it as `previous` there");
  });

  it("does not restore a member that has moved, and forgets it", async () => {
    const run = await nextRun({ description: "ours", baseInstanceName: "ours" });
    await run.create("other", { description: "ours" });
    const { outs } = await run.update("old", { baseInstanceName: "ours" });
    expect(run.live().description).toBe("ours");
    expect(outs).toMatchObject({ managedFields: ["baseInstanceName"], previousValues: { baseInstanceName: "web" } });
    expect(run.told()).toContain(takenOver("description"));
  });

  it("restores a member that moves later in the run, so that the other patch reads the earlier value", async () => {
    const run = await nextRun({ description: "ours", baseInstanceName: "ours" });
    await run.update("old", { baseInstanceName: "ours" });
    expect(run.live().description).toBe("theirs");
    const { outs } = await run.create("other", { description: "ours" });
    expect(outs).toMatchObject({ previousValues: { description: "theirs" } });
    expect(run.told()).not.toContain("another resource");
  });

  it("still restores what it set itself in the run", async () => {
    const run = await nextRun({ description: "ours" });
    const { outs } = await run.update("old", { description: "ours too", baseInstanceName: "ours" });
    await run.provider.update(path, outs, {
      ...(await run.inputs({ __as: "old", baseInstanceName: "ours" })),
    });
    expect(run.live()).toMatchObject({ description: "theirs", baseInstanceName: "ours" });
  });
});

describe("a group that was created again under its name", () => {
  const anew = { ...group, description: "the new owner's", instanceTemplate: template("three") };

  async function madeAnew(args: Properties) {
    const run = await nextRun(args);
    run.emulator.objects.delete(path);
    run.emulator.objects.put(path, { ...anew });
    return run;
  }

  it("reads as gone, because the patched values went with the old group", async () => {
    const run = await madeAnew({ description: "ours" });
    expect(await run.provider.read(path, run.outs)).toMatchObject({ id: "" });
  });

  it("is left as it is by a destroy that restores the values of the old group", async () => {
    const run = await madeAnew({ versions: [{ instanceTemplate: template("two") }] });
    run.emulator.objects.patch(path, { versions: [{ instanceTemplate: template("two") }] });
    await run.remove("old");
    expect(run.live().versions).toMatchObject([{ instanceTemplate: template("two") }]);
  });

  it("is remembered as it was before the next change", async () => {
    const run = await madeAnew({ description: "ours" });
    const { outs } = await run.update("old", { description: "ours again" });
    expect(outs).toMatchObject({ previousValues: { description: "the new owner's" } });
    expect(run.live().description).toBe("ours again");
  });
});
