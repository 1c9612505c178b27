import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { projectNumber } from "../../emulator/src/projects";
import type { Properties } from "../support/providerProcess";
import { failureOf, project } from "../support/routeProvider";
import {
  but,
  global,
  id,
  kind,
  looking,
  networkUrl,
  plain,
  policyUrl,
  startAssociation,
  type AssociationProvider,
} from "../support/associationProvider";

// A swap whose provider was killed: the service has made it, and the state says what was there before.

const swaps: [what: string, swapped: Properties, holder: string][] = [
  ["to another policy", { firewallPolicy: "b" }, "b as guard"],
  ["to another policy and another name", { firewallPolicy: "b", name: "other" }, "b as other"],
  ["to another name of the same policy", { name: "other" }, "a as other"],
];

interface Lost extends AssociationProvider {
  /** What the state says. */
  outs: Properties;
}

async function startLost(swapped: Properties = { firewallPolicy: "b" }, options = {}): Promise<Lost> {
  const association = await startAssociation(options);
  association.emulator.objects.put(`${global}/firewallPolicies/c`, {});
  const { outs } = await association.made();
  await association.provider.update(id, outs, await association.inputs(but(swapped)));
  association.emulator.clearRequests();
  return { ...association, outs };
}

const urnOf = (name: string, stack = "dev") =>
  `urn:pulumi:${stack}::test-project::pulumi-nodejs:dynamic/gce:${kind}::${name}`;

const forbidden = { kind: "status", status: 403, reason: "forbidden" } as const;
const heldBy = (policy: string) =>
  `the network is held by another firewall policy\n  its policy is ${global}/firewallPolicies/${policy}`;

describe("after a swap that nobody recorded", () => {
  it.each(swaps)("%s, a delete removes the association", async (_what, swapped, holder) => {
    const { provider, outs, holder: current } = await startLost(swapped);
    expect(current()).toBe(holder);
    await provider.delete(id, outs);
    expect(current()).toBeUndefined();
  });

  const programs = [
    { program: "the same swap", news: { firewallPolicy: "b" }, after: "b as guard" },
    { program: "a swap to a third policy", news: { firewallPolicy: "c" }, after: "c as guard" },
    { program: "another name of the first policy", news: { name: "third" }, after: "a as third" },
  ];

  it.each(swaps.flatMap(([lost, swapped]) => programs.map((program) => ({ lost, swapped, ...program }))))(
    "$lost, an update makes $program",
    async ({ swapped, news, after }) => {
      const { provider, outs, inputs, told, holder } = await startLost(swapped);
      const { outs: updated } = await provider.update(id, outs, await inputs(but(news)));
      expect(holder()).toBe(after);
      const { firewallPolicy: policy, name } = { ...plain, ...news };
      expect(updated.__own).toEqual([{ firewallPolicy: policyUrl(policy), name }]);
      expect(told().at(-1)).toContain("and ended before the state recorded it; this resource takes it over.");
      await provider.delete(id, updated);
      expect(holder()).toBeUndefined();
    },
  );

  it("the same swap is no second change", async () => {
    const { provider, outs, inputs, requests } = await startLost();
    await provider.update(id, outs, await inputs(but({ firewallPolicy: "b" })));
    expect(requests()).toEqual([
      looking,
      "GET firewallPolicies/a/getAssociation",
      "GET firewallPolicies/b",
      "GET operations",
      "GET firewallPolicies/a/getAssociation",
      "GET firewallPolicies/b/getAssociation",
    ]);
  });

  it.each(swaps)("%s, a refresh records it, so that it can be swapped back", async (_what, swapped) => {
    const { provider, outs, inputs, emulator, requests, holder } = await startLost(swapped);
    const { firewallPolicy: policy, name } = { ...plain, ...swapped };
    const read = await provider.read(id, outs);
    expect(read.props).toMatchObject({
      firewallPolicy: policyUrl(policy),
      name,
      __own: [{ firewallPolicy: policyUrl(policy), name }],
    });
    expect(read.inputs).toMatchObject({ firewallPolicy: policyUrl(policy), name });
    emulator.clearRequests();
    const { outs: back } = await provider.update(id, read.props, await inputs(plain));
    expect(holder()).toBe("a as guard");
    // It needs no more evidence.
    expect(requests()).not.toContain("GET operations");
    expect(back.__own).toEqual([{ firewallPolicy: policyUrl("a"), name: "guard" }]);
  });

  it("of a project that the program names by its number, a delete removes the association", async () => {
    const { provider, emulator, inputs, holder } = await startAssociation({
      config: { "gcp:project": projectNumber(project) },
    });
    emulator.projectNumber(project);
    const made = await provider.create(await inputs(plain));
    await provider.update(made.id, made.outs, await inputs(but({ firewallPolicy: "b" })));
    expect(holder()).toBe("b as guard");
    await provider.delete(made.id, made.outs);
    expect(holder()).toBeUndefined();
  });

  it("a delete that cannot ask whose association it is fails, and can be repeated", async () => {
    const { provider, emulator, outs, holder } = await startLost();
    emulator.fault({
      match: { path: "/operations$" },
      times: "always",
      fault: { kind: "status", status: 503, reason: "backendError" },
    });
    const { message } = await failureOf(provider.delete(id, { ...outs, __timeouts: { delete: "1s" } }));
    expect(message).toContain("It stays recorded");
    emulator.clearFaults();
    await provider.delete(id, outs);
    expect(holder()).toBeUndefined();
  });
});

/** What makes the association of the lost swap somebody else's, or leaves open whose it is. */
const unproven: [what: string, arrange: (lost: Lost) => unknown][] = [
  ["the operations may not be listed", ({ emulator }) => emulator.fault(always("/operations$"))],
  ["the policy may not be looked at", ({ emulator }) => emulator.fault(always("/firewallPolicies/b$"))],
  [
    "somebody has removed it and made it again",
    async ({ emulator, attachOutside, holder }) => {
      const answer = await fetch(`${emulator.endpoint}/${global}/firewallPolicies/b/removeAssociation?name=guard`, {
        method: "POST",
        headers: { authorization: "Bearer of-another" },
      });
      expect(answer.ok).toBe(true);
      await expect.poll(holder).toBeUndefined();
      attachOutside("b", "guard");
    },
  ],
  ["another stack has made it", ({ provider }) => (provider.urn = urnOf("guard", "prod"))],
  [
    "another resource of the program declares it",
    async ({ provider }) => {
      provider.urn = urnOf("beside");
      // The preview refuses it. A run that began before goes on.
      const { failures } = await provider.check(
        {},
        {
          __provider: loader(kind),
          __as: "beside",
          ...but({ firewallPolicy: "b" }),
        },
      );
      expect(failures).toHaveLength(1);
      provider.urn = urnOf("guard");
    },
  ],
];

function always(path: string) {
  return { match: { method: "GET", path }, times: "always", fault: forbidden } as const;
}

describe("an association at another policy is left alone where", () => {
  it.each(unproven)("%s, by an update without permission and by a delete", async (_what, arrange) => {
    const lost = await startLost();
    const { provider, outs, inputs, holder } = lost;
    const news = await inputs(but({ firewallPolicy: "c" }));
    await arrange(lost);
    const { message } = await failureOf(provider.update(id, outs, news));
    expect(message).toContain(heldBy("b"));
    await provider.delete(id, outs);
    expect(holder()).toBe("b as guard");
  });

  it("somebody has gone back to the policy and the name that this stack swapped away", async () => {
    const { provider, inputs, made, attachOutside, holder } = await startAssociation();
    const { outs } = await made();
    const { outs: swapped } = await provider.update(id, outs, await inputs(but({ firewallPolicy: "b" })));
    attachOutside("a", "guard");
    const { message } = await failureOf(provider.update(id, swapped, await inputs(but({ name: "other" }))));
    expect(message).toContain(
      `not recorded as one of this resource\n  it is the association "guard" of ${global}/firewallPolicies/a`,
    );
    const read = await provider.read(id, swapped);
    expect(read.props.__own).toEqual(swapped.__own);
    await provider.delete(id, swapped);
    expect(holder()).toBe("a as guard");
  });

  it("the program asks for the one that somebody else has made, until it may be replaced", async () => {
    const { provider, inputs, made, attachOutside, holder } = await startAssociation();
    const { outs } = await made();
    attachOutside("b", "guard");
    const news = but({ firewallPolicy: "b" });
    const { message } = await failureOf(provider.update(id, outs, await inputs(news)));
    expect(message).toContain(`it is the association "guard" of ${global}/firewallPolicies/b`);
    await provider.delete(id, outs);
    expect(holder()).toBe("b as guard");
    const { outs: updated } = await provider.update(
      id,
      outs,
      await inputs({ ...news, replaceExistingAssociation: true }),
    );
    await provider.delete(id, updated);
    expect(holder()).toBeUndefined();
  });
});

describe("an association that somebody has made again at the policy, under another name,", () => {
  const soon = { update: "5s" };
  const refusal = `the network is held by an association that is not recorded as one of this resource\n  it is the association "theirs" of ${global}/firewallPolicies/a`;

  async function startRenamed() {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.attachOutside("a", "theirs");
    return { ...association, outs };
  }

  it.each([{ name: "other" }, { firewallPolicy: "b" }, { firewallPolicy: "b", name: "other" }])(
    "is replaced by an update to %o only with replaceExistingAssociation",
    async (changes) => {
      const { provider, inputs, outs, holder } = await startRenamed();
      const { message, partial } = await failureOf(provider.update(id, outs, await inputs(but(changes), soon)));
      expect(message).toContain(`swap failed: ${refusal}`);
      expect(message).toContain("Set replaceExistingAssociation: true to replace that association, in one step");
      expect(partial).toBeUndefined();
      expect(holder()).toBe("a as theirs");
      await provider.update(id, outs, await inputs(but({ ...changes, replaceExistingAssociation: true })));
      const { firewallPolicy, name } = { ...plain, ...changes };
      expect(holder()).toBe(`${firewallPolicy} as ${name}`);
    },
  );

  it("reads as drift of the name, which an update does not undo unasked, and a delete leaves it", async () => {
    const { provider, inputs, outs, holder } = await startRenamed();
    const { props, ...read } = await provider.read(id, outs);
    expect(read.inputs).toMatchObject({ firewallPolicy: policyUrl("a"), name: "theirs" });
    expect(props.__own).toEqual(outs.__own);
    const { message } = await failureOf(provider.update(id, props, await inputs(plain, soon)));
    expect(message).toContain(refusal);
    await provider.delete(id, outs);
    await provider.delete(id, props);
    expect(holder()).toBe("a as theirs");
  });

  it("is not confused with the own one, which the service shows a moment late", async () => {
    const { provider, inputs, made, emulator, holder } = await startAssociation();
    const { outs } = await made();
    emulator.fault({
      match: { method: "GET", path: "/a/getAssociation$" },
      times: 2,
      fault: { kind: "status", status: 400, reason: "invalid" },
    });
    emulator.fault({
      match: { method: "GET", path: "/firewallPolicies/a$" },
      times: "always",
      fault: {
        kind: "status",
        status: 200,
        body: JSON.stringify({ name: "a", associations: [{ name: "earlier", attachmentTarget: networkUrl }] }),
      },
    });
    await provider.update(id, outs, await inputs(but({ name: "other" })));
    expect(holder()).toBe("a as other");
  });

  it("needs a look at the policy, and the error names the permission", async () => {
    const { provider, inputs, outs, emulator, holder } = await startRenamed();
    emulator.fault(always("/a/getAssociation$"));
    const { message } = await failureOf(provider.update(id, outs, await inputs(but({ firewallPolicy: "b" }))));
    expect(message).toContain("The caller needs compute.firewallPolicies.get.");
    expect(holder()).toBe("a as theirs");
  });
});
