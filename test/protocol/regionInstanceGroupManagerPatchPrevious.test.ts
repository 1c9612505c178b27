import { describe, expect, it } from "vitest";
import { startRuns } from "../support/groupPatchRuns";

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

it("a member that moves to a patch of a run that does not know the first one stays as it is, and both say so", async () => {
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

it("a patch whose members another one of the program has taken over restores none of them, and says so", async () => {
  const { run, live } = await startRuns();
  const outs = await (await run()).create("old", ours);
  const next = await run();
  await next.create("renamed", { description: "ours" });
  await next.remove("old", outs);
  // What the successor does not manage goes back as ever.
  expect(live()).toMatchObject({ description: "ours", baseInstanceName: "web" });
  expect(next.told()).toContain(
    "another resource of the program manages description now; this patch leaves the value as it is",
  );
  expect(next.told()).toContain("give it as `previous` there");
});
