import { describe, expect, it } from "vitest";
import { patchKinds } from "../../../../provider/src/names/kinds";
import { answerAsPulumi, existingRoute, project, routes, run, startCli } from "../../../support/cli";
import { global, startProject, url } from "../../../support/existingProject";
import { markdownPrograms, readMarkdown } from "../../../support/markdown";

const note = `// Written by \`pulumi-gce adopt\`. \`pulumi up\` adopts each object as it is.
// From then on they belong to the stack, also for \`pulumi destroy\`.
`;

const program = `${note}import * as gce from "pulumi-gce";

export const egressRoute = new gce.Route("egress-route", {
  name: "egress-route",
  description: "to \${site}\\u202e",
  network: "default",
  tags: ["web"],
  destRange: "10.1.0.0/24",
  nextHopIp: "10.0.0.9",
  adoptExisting: true,
});

export const nightlySnapshot = new gce.Snapshot("nightly", {
  name: "nightly",
  sourceDisk: "zones/us-central1-a/disks/d",
  labels: { env: "dev" },
  adoptExisting: true,
});

export const guardAssociation = new gce.NetworkFirewallPolicyAssociation(
  "guard",
  {
    attachmentTarget: "default",
    firewallPolicy: "core",
    name: "guard",
    adoptExisting: true,
  },
);

export const mailCertificateMap = new gce.TargetSslProxyCertificateMap("mail", {
  targetSslProxy: "mail",
  certificateMap: "m",
});

export const viewerOnCorpBinding = new gce.FirewallPolicyIamBinding(
  "viewer-on-corp",
  {
    firewallPolicy: "42",
    role: "roles/viewer",
    members: ["user:alice@example.com"],
  },
);

export const viewerUntil2030OnCorpBinding = new gce.FirewallPolicyIamBinding(
  "viewer-until-2030-on-corp",
  {
    firewallPolicy: "42",
    role: "roles/viewer",
    members: ["user:alice@example.com"],
    condition: { expression: "true", title: "until 2030" },
  },
);
`;

describe("the program that adopt writes", () => {
  it("writes each object as somebody would declare it, and says what it leaves out", async () => {
    const { emulator } = await startProject();
    const { code, out, error } = await run("adopt", "--organization", "7");
    expect(out).toBe(program);
    // Kinds of which the project has no object say that they have none.
    expect(error.replaceAll(/^\w+: 0 to adopt\.\n/gm, "")).toBe(`Route: 1 to adopt.
  left out: 1 that this stack manages already (managed)
  left out: 1 of a peering (peered)
  left out: 1 of a subnet (subnet)
Snapshot: 1 to adopt.
  left out: 1 of a schedule, which deletes them itself; --all takes them too (scheduled)
NetworkFirewallPolicyAssociation: 1 to adopt.
TargetSslProxyCertificateMap: 1 to adopt.
FirewallPolicyIamBinding: 2 to adopt.
${patchKinds.join(", ")}: not listed, because a patch is about single fields.
`);
    expect(code).toBe(0);
    expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("writes the same program twice, and names a project that the configuration of its face does not have", async () => {
    await startProject();
    const once = await run("adopt", "--policy", "42");
    expect(await run("adopt", "--policy", "42")).toEqual(once);
    expect((await run("adopt", "--yaml")).out).toContain(`project: "${project}"`);
    await startProject({ "gce:project": project });
    expect((await run("adopt", "--yaml")).out).not.toContain("project:");
    const { out } = await run("adopt", "--kind", "Route");
    expect(out).toContain(`
const project = "my-project";

export const egressRoute = new gce.Route("egress-route", {
  project,
`);
  });

  it("gives a network that occurs often a name, and each resource the option protect if asked", async () => {
    const { emulator } = await startProject();
    for (const name of ["a", "b", "class"]) emulator.objects.put(`${routes}/${name}`, existingRoute());
    const { out } = await run("adopt", "--kind", "Route", "--protect", "--filter", "name eq class|a|b");
    expect(out).toContain('\nconst defaultNetwork = "default";\n');
    expect(out.match(/^export const \w+/gm)).toEqual([
      "export const aRoute",
      "export const bRoute",
      "export const classRoute",
    ]);
    expect(out).toContain(`
export const classRoute = new gce.Route(
  "class",
  {
    name: "class",
    network: defaultNetwork,
    destRange: "10.1.0.0/24",
    nextHopIp: "10.0.0.9",
    adoptExisting: true,
  },
  { protect: true },
);
`);
  });

  it("writes the program that the page about existing projects shows", async () => {
    const { emulator } = await startCli();
    const { objects } = emulator;
    const web = url(`${global}/networks/web`);
    const gateway = url(`${global}/gateways/default-internet-gateway`);
    const toWeb = { network: web, tags: ["web"], priority: 900 };
    objects.put(`${routes}/egress`, {
      ...toWeb,
      description: "Out of the web tier",
      destRange: "0.0.0.0/0",
      nextHopGateway: gateway,
    });
    objects.put(`${routes}/office`, {
      ...toWeb,
      destRange: "10.8.0.0/16",
      nextHopInstance: url(`projects/${project}/zones/us-central1-a/instances/nat`),
    });
    objects.put(`${global}/snapshots/before-upgrade`, {
      sourceDisk: url(`projects/${project}/zones/us-central1-a/disks/database`),
      labels: { team: "data" },
      storageLocations: ["us"],
    });
    objects.put(`${global}/networks/web`, {});
    objects.put(`${global}/firewallPolicies/baseline-1`, { associations: [{ name: "web", attachmentTarget: web }] });
    const cli = {
      config: JSON.stringify({ "gcp:project": { value: project } }),
      export: '{"version":3,"deployment":{}}',
    };
    answerAsPulumi(process.env.PATH ?? "", cli);
    const { out, error } = await run("adopt");
    const [shown] = markdownPrograms(readMarkdown("provider/docs/existingProject.md"));
    expect(shown, error).toBe(out);
  });
});
