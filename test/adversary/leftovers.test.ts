import { afterAll, describe, expect, it } from "vitest";
import {
  startAssociation,
  global,
  id,
  networkPath,
  plain,
  type AssociationProvider,
} from "../support/associationProvider";
import { startKindProvider } from "../support/kindProvider";
import { failureOf, project } from "../support/routeProvider";
import { exported, startCli } from "../unit/cli/helpers";
import { Verdicts } from "./verdicts";

const verdicts = new Verdicts("leftovers");
afterAll(() => {
  verdicts.write();
});

const autoNamed = { attachmentTarget: "default", firewallPolicy: "a" };

/** Has the provider make it, and loses what it answers: what a provider that is killed leaves. */
async function makeAndForget(association: AssociationProvider, args: Record<string, unknown>): Promise<void> {
  await association.made(args);
}

const named = /^a as (?:default|logical|guard)/;

describe("an association whose provider was killed before it was recorded", () => {
  it.each([
    ["of a fixed name", plain, plain, "a as guard"],
    ["of a made-up name, which is another now", autoNamed, autoNamed, named],
    ["whose policy the program has changed since", plain, { ...plain, firewallPolicy: "b" }, "b as guard"],
    ["whose name the program has changed since", plain, { ...plain, name: "other" }, "a as other"],
  ] as const)("%s is taken up by the next up", async (what, before, after, holder) => {
    await verdicts.attack("the provider is killed before its answer", `up: association ${what}`, async () => {
      const association = await startAssociation();
      await makeAndForget(association, { ...before });
      const { id: made, outs } = await association.provider.create(await association.inputs({ ...after }));
      expect(made).toBe(id);
      expect(association.holder()).toMatch(holder);
      expect(association.told().join("\n")).toContain(
        "and ended before the state recorded it; this resource takes it over",
      );
      // What was taken up is ours to remove.
      await association.provider.delete(made, outs);
      expect(association.holder()).toBeUndefined();
    });
  });

  it.each([
    ["that others made", "a", "theirs"],
    ["that others made at another policy", "theirs", "t"],
    ["that others made under the name of the program", "a", "guard"],
  ])("is not confused with one %s", async (what, policy, name) => {
    await verdicts.attack("somebody else's association is in the way", `up: one ${what}`, async () => {
      const association = await startAssociation();
      association.attachOutside(policy, name);
      await failureOf(association.provider.create(await association.inputs(plain)));
      expect(association.holder()).toBe(`${policy} as ${name}`);
    });
  });

  it("is left alone if somebody removed it and added another one of that name", async () => {
    await verdicts.attack(
      "somebody else's association is in the way",
      "up: one that was deleted and created again",
      async () => {
        const association = await startAssociation();
        await makeAndForget(association, plain);
        const post = async (method: string, query: string, body?: object) => {
          const url = `${association.emulator.endpoint}/${global}/firewallPolicies/a/${method}${query}`;
          const headers = { authorization: "Bearer of-another", "content-type": "application/json" };
          const answer = await fetch(url, {
            method: "POST",
            headers,
            body: body === undefined ? null : JSON.stringify(body),
          });
          if (!answer.ok) throw new Error(await answer.text());
        };
        await new Promise((resolve) => setTimeout(resolve, 20));
        await post("removeAssociation", "?name=guard");
        await expect.poll(() => association.holder()).toBeUndefined();
        await post("addAssociation", "", { name: "guard", attachmentTarget: networkPath });
        await expect.poll(() => association.holder()).toBe("a as guard");
        const { message } = await failureOf(association.provider.create(await association.inputs(plain)));
        expect(message).toContain("exists already");
      },
    );
  });
});

describe("orphans", () => {
  it("finds the association, and prints a step that removes it", async () => {
    await verdicts.attack("the provider is killed before its answer", "orphans: association", async () => {
      const association = await startAssociation();
      await makeAndForget(association, autoNamed);
      const cli = await startCli(association.emulator);
      cli.write({});
      const { findings, code } = await cli.report();
      expect(code).toBe(1);
      expect(findings).toMatchObject([{ kind: "NetworkFirewallPolicyAssociation", path: id, situation: "there" }]);
      const [{ steps } = { steps: [] }] = findings;
      expect(steps.map((step) => step.do)).toEqual(["up", "delete"]);
      const { method = "", url = "" } = steps[1]?.request ?? {};
      const answer = await fetch(url, { method, headers: { authorization: "Bearer token" } });
      expect(answer.ok).toBe(true);
      await expect.poll(() => association.holder()).toBeUndefined();
      expect((await cli.report()).code).toBe(0);
    });
  });

  it("does not list an association that the state or somebody else has", async () => {
    await verdicts.attack("somebody else's association is in the way", "orphans: recorded, and of others", async () => {
      const association = await startAssociation();
      const { outs } = await association.made(plain);
      association.attachOutside("theirs", "t", `${global}/networks/other`);
      const cli = await startCli(association.emulator);
      cli.write({ resources: [exported("NetworkFirewallPolicyAssociation", "guard", plain, { id, outputs: outs })] });
      expect(await cli.report()).toMatchObject({ code: 0, findings: [] });
    });
  });

  it("finds a certificate map that was set, and none that was restored", async () => {
    await verdicts.attack("the provider is killed before its answer", "orphans: certificate map", async () => {
      const started = await startKindProvider("TargetSslProxyCertificateMap", {});
      const proxy = `${global}/targetSslProxies/mail`;
      started.emulator.objects.put(proxy, { sslCertificates: [`${global}/sslCertificates/c`] });
      const map = `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/m`;
      const made = await started.provider.create(await started.inputs({ targetSslProxy: proxy, certificateMap: map }));
      const cli = await startCli(started.emulator);
      cli.write({});
      expect(await cli.report()).toMatchObject({
        code: 1,
        findings: [{ kind: "TargetSslProxyCertificateMap", path: `${proxy}/certificateMap`, situation: "there" }],
      });
      await started.provider.delete(made.id, made.outs);
      expect(await cli.report()).toMatchObject({ code: 0, findings: [] });
    });
  });

  it.each(["FirewallPolicyIamMember", "RegionInstanceGroupManagerPatch"])(
    "says what it cannot find out about a stack with a %s",
    async (kind) => {
      await verdicts.attack("the provider is killed before its answer", `orphans: ${kind}`, async () => {
        const cli = await startCli();
        cli.write({ resources: [exported(kind, "x", {}, { id: "y", outputs: {} })] });
        const { code, out } = await cli.orphans();
        expect(out).toContain(
          `The command cannot find out whether a run set a gce:${kind} that the state does not name`,
        );
        expect(code).toBe(1);
      });
    },
  );
});
