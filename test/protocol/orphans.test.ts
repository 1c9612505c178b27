import { expect, it } from "vitest";
import { startAssociation, global, id } from "../support/associationProvider";
import { startKindProvider } from "../support/kindProvider";
import { project } from "../support/routeProvider";
import { exported, startCli } from "../unit/cli/helpers";

// A provider has made something, and was killed before it was recorded: the state has nothing.

it("finds an association, and prints a step that removes it", async () => {
  const association = await startAssociation();
  await association.made({ attachmentTarget: "default", firewallPolicy: "a" });
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

it("finds a certificate map that was set, and none that was restored", async () => {
  const { emulator, provider, inputs } = await startKindProvider("TargetSslProxyCertificateMap", {});
  const proxy = `${global}/targetSslProxies/mail`;
  emulator.objects.put(proxy, { sslCertificates: [`${global}/sslCertificates/c`] });
  const map = `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/m`;
  const made = await provider.create(await inputs({ targetSslProxy: proxy, certificateMap: map }));
  const cli = await startCli(emulator);
  cli.write({});
  expect(await cli.report()).toMatchObject({
    code: 1,
    findings: [{ kind: "TargetSslProxyCertificateMap", path: `${proxy}/certificateMap`, situation: "there" }],
  });
  await provider.delete(made.id, made.outs);
  expect(await cli.report()).toMatchObject({ code: 0, findings: [] });
});

it.each(["FirewallPolicyIamMember", "RegionInstanceGroupManagerPatch"])(
  "says what it cannot find out about a stack with a %s",
  async (kind) => {
    const cli = await startCli();
    cli.write({ resources: [exported(kind, "x", {}, { id: "y", outputs: {} })] });
    const { code, out } = await cli.orphans();
    expect(out).toContain(`The command cannot find out whether a run set a gce:${kind} that the state does not name`);
    expect(code).toBe(1);
  },
);
