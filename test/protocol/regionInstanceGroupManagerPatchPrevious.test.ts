import { describe, expect, it } from "vitest";
import { startRuns } from "../support/groupPatchRuns";
import { group, matched } from "../support/groupPatchProvider";

const ours = { description: "ours", baseInstanceName: "ours" };
const notKnown = (members: string) => `the values from before of ${members} are not known`;

describe("a run that was killed after its patch", () => {
  it("in an update leaves the value from before unknown, says so, and no restore sets a value of this stack", async () => {
    const { run, live } = await startRuns();
    const outs = await (await run()).create("a", { description: "ours" });
    await (await run()).update("a", outs, ours);
    const next = await run();
    const after = await next.update("a", outs, ours);
    expect(after).toMatchObject({ previousValues: { description: "theirs" }, __unknown: ["baseInstanceName", "*"] });
    expect(after.previousValues).not.toHaveProperty("baseInstanceName");
    expect(next.told()).toContain(notKnown("baseInstanceName"));
    expect(next.told()).toContain("give them as the argument `previous`");
    const last = await run();
    await last.remove("a", after);
    expect(live()).toMatchObject({ description: "theirs", baseInstanceName: "ours" });
    expect(last.told()).toContain(`${notKnown("baseInstanceName")}; the patch leaves the value as it is`);
  });

  it("in a create leaves every value from before unknown", async () => {
    const { run, live } = await startRuns();
    await (await run()).create("a", ours);
    const next = await run();
    const outs = await next.create("a", ours);
    expect(outs).toMatchObject({ previousValues: {}, __unknown: ["baseInstanceName", "description", "*"] });
    expect(next.told()).toContain(notKnown("baseInstanceName, description"));
    await (await run()).remove("a", outs);
    expect(live()).toMatchObject(ours);
  });

  it("leaves the value from before unknown of a member that the program drops and takes up again", async () => {
    const { run, live } = await startRuns();
    await (await run()).create("a", ours);
    const without = await (await run()).create("a", { description: "ours" });
    const outs = await (await run()).update("a", without, ours);
    expect(outs).toMatchObject({ previousValues: {}, __unknown: ["baseInstanceName", "description", "*"] });
    await (await run()).remove("a", outs);
    expect(live()).toMatchObject(ours);
  });

  it("leaves a member as it is that the program gives no more", async () => {
    const { run, live } = await startRuns();
    await (await run()).create("a", ours);
    const next = await run();
    const outs = await next.create("a", ours);
    const after = await next.update("a", outs, { description: "ours too" });
    expect(live()).toMatchObject({ description: "ours too", baseInstanceName: "ours" });
    expect(next.told()).toContain(`${notKnown("baseInstanceName")}; the patch leaves the value as it is`);
    expect(after.__unknown).toEqual(["description", "*"]);
  });

  it("says nothing of a member that another run manages for the first time after it", async () => {
    const { run } = await startRuns();
    await (await run()).create("a", { description: "ours" });
    const next = await run();
    const outs = await next.create("a", { description: "ours" });
    const after = await (await run()).update("a", outs, ours);
    expect(after).toMatchObject({ previousValues: {}, __unknown: ["baseInstanceName", "description", "*"] });
  });

  it("is found although another patch of the group was recorded after it", async () => {
    const { run } = await startRuns();
    const outs = await (await run()).create("a", { description: "ours" });
    const killed = await run();
    await killed.create("c", { baseInstanceName: "ours" });
    const updated = await killed.update("a", outs, { description: "ours too" });
    const next = await run();
    await next.diff("a", updated, { description: "ours too" });
    expect(await next.create("c", { baseInstanceName: "ours" })).toMatchObject({
      __unknown: ["baseInstanceName", "*"],
    });
  });

  it("is nothing to those who may not list operations: the value that is there counts as the earlier one", async () => {
    const { run, emulator } = await startRuns();
    await (await run()).create("a", { description: "ours" });
    emulator.fault({
      match: { method: "GET", path: "/operations$" },
      fault: { kind: "status", status: 403, reason: "forbidden" },
    });
    const outs = await (await run()).create("a", { description: "ours" });
    expect(outs.previousValues).toEqual({ description: "ours" });
  });

  it.each(["create", "update"])(
    "and whose values from before the program gives at the next %s can be undone",
    async (step) => {
      const { run, live } = await startRuns();
      await (await run()).create("a", ours);
      const next = await run();
      const given = { ...ours, previous: { description: "theirs", baseInstanceName: "web" } };
      let outs = await next.create("a", step === "create" ? given : ours);
      if (step === "update") {
        expect(await next.diff("a", outs, ours)).toMatchObject({ changes: false });
        expect(await next.diff("a", outs, given)).toMatchObject({ changes: true, replaces: [] });
        outs = await next.update("a", outs, given);
      }
      expect(outs).toMatchObject({ previousValues: given.previous });
      // What else the killed run has set stays open.
      expect(outs.__unknown).toEqual(step === "create" ? undefined : ["*"]);
      await (await run()).remove("a", outs);
      expect(live()).toMatchObject({ description: "theirs", baseInstanceName: "web" });
    },
  );
});

describe("the value from before is known", () => {
  it("after a patch that failed", async () => {
    const { run, emulator } = await startRuns();
    emulator.fault({ match: matched("PATCH"), fault: { kind: "operationError", errors: [{ code: "BAD" }] } });
    await expect((await run()).create("a", { description: "ours" })).rejects.toThrow("BAD");
    const outs = await (await run()).create("a", { description: "ours" });
    expect(outs).toMatchObject({ previousValues: { description: "theirs" } });
    expect(outs).not.toHaveProperty("__unknown");
  });

  it("after a destroy that has restored it", async () => {
    const { run } = await startRuns();
    const outs = await (await run()).create("a", { description: "ours" });
    await (await run()).remove("a", outs);
    const again = await (await run()).create("a", { description: "ours" });
    expect(again).toMatchObject({ previousValues: { description: "theirs" } });
    expect(again).not.toHaveProperty("__unknown");
  });

  it("beside patches of the group that are recorded, however often they have changed it", async () => {
    const { run } = await startRuns();
    let outs = await (await run()).create("a", { description: "one" });
    for (const description of ["two", "three"]) outs = await (await run()).update("a", outs, { description });
    const next = await run();
    await next.diff("a", outs, { description: "three" });
    const other = await next.create("b", { baseInstanceName: "ours" });
    expect(other.previousValues).toEqual({ baseInstanceName: "web" });
    const last = await run();
    await last.diff("b", other, { baseInstanceName: "ours" });
    const { previousValues } = await last.update("a", outs, { description: "three", targetSize: 9 });
    expect(previousValues).toMatchObject({ targetSize: group.targetSize });
  });
});

describe("a member that moves from one patch of the program to another", () => {
  it("goes back to what was there before the first of them", async () => {
    const { run, live } = await startRuns();
    const outs = await (await run()).create("a", { ...ours, description: "thirty" });
    const next = await run();
    await next.diff("a", outs, { baseInstanceName: "ours" });
    const moved = await next.create("b", { description: "ten" });
    expect(moved).toMatchObject({ previousValues: { description: "theirs" } });
    await next.update("a", outs, { baseInstanceName: "ours" });
    expect(next.told()).toContain("another resource of the program manages description now");
    expect(next.told()).not.toContain("does not know");
    await (await run()).remove("b", moved);
    expect(live().description).toBe("theirs");
  });

  it("stays as it is if the run does not know the first patch, and both say so", async () => {
    const { run, live } = await startRuns();
    const outs = await (await run()).create("a", { ...ours, description: "thirty" });
    const next = await run();
    const moved = await next.create("b", { description: "ten" });
    expect(moved).toMatchObject({ previousValues: {}, __unknown: ["description", "*"] });
    expect(next.told()).toContain(notKnown("description"));
    await next.update("a", outs, { baseInstanceName: "ours" });
    expect(next.told()).toContain("That resource does not know the earlier value of description");
    await (await run()).remove("b", moved);
    expect(live().description).toBe("ten");
  });

  it("stays unknown if the first patch does not know its value from before", async () => {
    const { run } = await startRuns();
    await (await run()).create("a", { description: "thirty" });
    const outs = await (await run()).create("a", { description: "thirty" });
    expect(outs.__unknown).toEqual(["description", "*"]);
    const next = await run();
    await next.diff("a", outs, { baseInstanceName: "ours" });
    expect(await next.create("b", { description: "ten" })).toMatchObject({ __unknown: ["description"] });
  });

  it("goes back to what somebody else has set in between", async () => {
    const { run, emulator } = await startRuns();
    const outs = await (await run()).create("a", { description: "thirty" });
    emulator.objects.patch(`projects/my-project/regions/us-central1/instanceGroupManagers/web`, { description: "new" });
    const next = await run();
    await next.diff("a", outs, { baseInstanceName: "ours" });
    expect(await next.create("b", { description: "ten" })).toMatchObject({ previousValues: { description: "new" } });
  });
});
