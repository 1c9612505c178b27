import { describe, expect, it } from "vitest";
import { but, global, plain, root, startAssociation } from "../support/associationProvider";
import { failureOf } from "../support/routeProvider";

const adding = "POST firewallPolicies/a/addAssociation";
const reading = "GET firewallPolicies/a/getAssociation";

/** No operation ends before the test says so. */
const untilTold = { latency: { defaultMs: 600_000 } };

const ofOther = but({ name: "other", attachmentTarget: "other" });

async function start() {
  const association = await startAssociation(untilTold);
  const { emulator } = association;
  /** How many requests to add there were. */
  const added = () => association.requests().filter((request) => request === adding).length;
  return {
    ...association,
    added,
    /** A change of the policy by another program, which keeps the policy busy. */
    async addsOutside(): Promise<void> {
      emulator.objects.put(`${global}/networks/outside`, {});
      await fetch(`${emulator.endpoint}/${global}/firewallPolicies/a/addAssociation`, {
        method: "POST",
        headers: { authorization: "Bearer another", "content-type": "application/json" },
        body: JSON.stringify({ name: "outside", attachmentTarget: `${root}/networks/outside` }),
      }).then((answer) => answer.text());
      emulator.clearRequests();
    },
    /** Ends whatever runs, again and again, until that is done. */
    async ending<T>(work: Promise<T>): Promise<T> {
      const timer = setInterval(() => emulator.finishOperations(), 20);
      return work.finally(() => {
        clearInterval(timer);
      });
    },
  };
}

describe("two changes of one policy", () => {
  it("follow each other: the second is sent again when the first has ended", async () => {
    const association = await start();
    const inputs = [await association.inputs(plain), await association.inputs(ofOther)];
    const made = inputs.map((each) => association.provider.create(each));
    // The service has taken the first and refused the second before the first ends.
    await expect.poll(association.added).toBe(2);
    await expect.poll(() => association.requests()).toContain("POST wait");
    await association.ending(Promise.all(made));
    expect(association.requests().toSorted()).toEqual(
      [adding, adding, "POST wait", adding, "POST wait", reading, reading].toSorted(),
    );
    const ids = association.emulator.requests().flatMap(({ query: { requestId = [] } }) => requestId);
    expect(new Set(ids).size).toBe(2);
    expect(association.provider.logs.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("another change of the firewall policy is running; waiting for it"),
    );
  });
});

describe("a change while another program changes the policy", () => {
  it("is sent again under the same request id until the policy is free", async () => {
    const association = await start();
    await association.addsOutside();
    const made = association.provider.create(await association.inputs(plain));
    await expect.poll(association.added).toBeGreaterThan(3);
    await association.ending(made);
    const sent = association.emulator.requests().filter(({ path }) => path.endsWith("/addAssociation"));
    expect(new Set(sent.map(({ query }) => query.requestId)).size).toBe(1);
    expect(association.requests().filter((request) => request !== adding)).toEqual(["POST wait", reading]);
    expect(association.holder()).toBe("a as guard");
  });

  it("fails with the refusal at the deadline, and records nothing", async () => {
    const association = await start();
    await association.addsOutside();
    const inputs = await association.inputs(plain, { create: "2s" });
    const { message, partial } = await failureOf(association.provider.create(inputs));
    expect(message).toMatch(/HTTP 400 resourceNotReady:\s+The resource '\S+\/firewallPolicies\/a' is not ready/);
    expect(message).toContain("Nothing was created.");
    expect(message).toContain("Another change of that resource is running.");
    expect(message).toContain("raise `customTimeouts`");
    expect(partial).toBeUndefined();
  });
});
