import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sources } from "../../../../provider/src/cli/adopt/sources";
import { command } from "../../../../provider/src/messages/shell";
import { exported, exportedByPlugin, project, routes, run } from "../../../support/cli";
import { readTypeScript, readYaml } from "../../../support/adoptedProgram";
import { disk, global, startProject, url } from "../../../support/existingProject";

describe("adopt", () => {
  it("leaves out a policy whose grants it may not read, and lists one once that is named twice", async () => {
    const { emulator } = await startProject();
    emulator.objects.put("locations/global/firewallPolicies/43", { shortName: "other", parent: "organizations/7" });
    emulator.fault({
      match: { path: "/firewallPolicies/43/getIamPolicy$" },
      fault: { kind: "status", status: 403, reason: "forbidden", message: "no" },
      times: "always",
    });
    const { code, out, error } = await run(
      "adopt",
      "--organization",
      "7",
      "--organization",
      "organizations/7",
      "--kind",
      "FirewallPolicyIamBinding",
    );
    expect(out.match(/new gce/g)).toHaveLength(2);
    expect(code).toBe(1);
    expect(error).toMatch(
      /FirewallPolicyIamBinding: 2 to adopt\.\n {2}left out, because a permission is missing: .*firewallPolicies\/43/,
    );
  });

  it.each(["classes", "plugin"])(
    "adopts of a policy what no member, binding or policy of the stack has, for %s",
    async (face) => {
      const corp = (number: string) => `locations/global/firewallPolicies/${number}`;
      const [alice, bob, old] = ["user:alice@example.com", "user:Bob@Example.com", "user:Old.User@Example.COM"];
      const fleet = "group:my-project.svc.id.goog:/allAuthenticatedUsers/";
      const viewers = { role: "roles/viewer", members: [fleet, bob, alice] };
      const until = { ...viewers, members: [old], condition: { title: "until 2030", expression: "true" } };
      const admins = { role: "roles/compute.admin", members: [bob, alice] };
      const state = (kind: string, number: string, id: string, grant: object) => {
        const firewallPolicy = url(corp(number));
        const has = { id: `${corp(number)}${id}`, outputs: { firewallPolicy, ...grant } };
        return (face === "plugin" ? exportedByPlugin : exported)(kind, kind + number, {}, has);
      };
      const { emulator } = await startProject({ [face === "plugin" ? "gce:project" : "gcp:project"]: project }, [
        state("FirewallPolicyIamMember", "51", `/roles/viewer/${alice}`, { role: viewers.role, member: alice }),
        state("FirewallPolicyIamBinding", "51", "/roles/compute.admin", admins),
        state("FirewallPolicyIamPolicy", "52", "", { policyData: { bindings: [viewers] } }),
      ]);
      const bindings = [viewers, until, admins];
      for (const number of ["51", "52", "53"])
        emulator.objects.put(corp(number), { shortName: `p${number}`, iamPolicy: { version: 3, bindings } });
      const policies = ["51", "52", "53"].flatMap((number) => ["--policy", number]);
      const flags = [...policies, ...(face === "plugin" ? ["--yaml"] : [])];
      const { code, out, error } = await run("adopt", "--project", project, ...flags);
      expect(code, error).toBe(0);
      const written = face === "plugin" ? readYaml(out, "1.2") : readTypeScript(out);
      const grants = written.filter(({ kind }) => kind.startsWith("FirewallPolicyIam"));
      expect(grants.map(({ kind, args }) => ({ kind, ...args }))).toEqual([
        { kind: "FirewallPolicyIamBinding", firewallPolicy: "51", ...until },
        ...[admins, viewers, until].map((one) => ({ kind: "FirewallPolicyIamBinding", firewallPolicy: "53", ...one })),
        ...[fleet, bob].map((member) => ({
          kind: "FirewallPolicyIamMember",
          firewallPolicy: "51",
          role: viewers.role,
          member,
        })),
      ]);
      expect(error).toContain(
        "left out: 1 of which this stack manages parts; the kind FirewallPolicyIamMember has the rest",
      );
      expect(error).toMatch(/FirewallPolicyIamBinding: 4 to adopt\.\n[^]*left out: 4 that this stack manages already/);
      expect(error).toMatch(/FirewallPolicyIamMember: 2 to adopt\.\n {2}left out: 1 that this stack manages already/);
    },
  );

  it("says so if nothing is left, and writes no file", async () => {
    const { folder } = await startProject();
    const file = join(folder, "adopted.ts");
    const { code, error } = await run("adopt", "--out", file, "--kind", "Snapshot", "--filter", "name eq none");
    expect({ code, error }).toEqual({
      code: 0,
      error: "Snapshot: 0 to adopt.\nNothing is left to adopt, so no program is written.\n",
    });
    expect(existsSync(file)).toBe(false);
  });

  it("lists without writing in a dry run, and overwrites a file only with --force", async () => {
    const { folder } = await startProject();
    const file = join(folder, "adopted.ts");
    const listed = await run("adopt", "--dry-run", "--out", file, "--kind", "Route");
    expect(listed).toMatchObject({ code: 0, out: `Route ${routes}/egress-route\n` });
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "mine");
    const refused = await run("adopt", "--out", file, "--kind", "Route");
    expect(refused).toMatchObject({
      code: 2,
      error: `${file} exists. Give another file with --out, or overwrite it with --force.\n`,
    });
    const { code, error } = await run("adopt", "--out", file, "--kind", "Route", "--force", "--cwd", folder);
    expect({ code, last: error.trim().split("\n").at(-1) }).toEqual({
      code: 0,
      last: `Resources in ${file}: 1. Add to the program: import "./adopted"; and run: pulumi preview`,
    });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", main: "bin/index.js" }));
    const again = await run("adopt", "--out", file, "--kind", "Route", "--force", "--cwd", folder);
    expect(again.error).toContain('Add to the program: import "./adopted.js"; and run: pulumi preview\n');
    expect(readFileSync(file, "utf8")).toContain("export const egressRoute");
  });

  it("leaves out a kind that it may not list, says so, and ends with 1", async () => {
    const { emulator } = await startProject();
    emulator.fault({
      match: { path: "/global/routes$" },
      fault: { kind: "status", status: 403, reason: "forbidden", message: "no" },
      times: "always",
    });
    const { code, out, error } = await run("adopt");
    expect(code).toBe(1);
    expect(out).toContain("nightlySnapshot");
    expect(out).not.toContain("gce.Route");
    expect(error).toMatch(
      /^Route: 0 to adopt\.\n {2}left out, because a permission is missing: [^]*compute\.routes\.list/,
    );
  });

  it("quotes the file in the command that it suggests", async () => {
    const { folder } = await startProject({ "gce:project": project });
    const file = join(folder, "a\u202e';$(touch owned).json");
    const { error } = await run("adopt", "--kind", "Route", "--import-file", "--out", file);
    expect(existsSync(file)).toBe(true);
    expect(error).toContain(` Run: ${command("pulumi import --file", file)}\n`);
  });

  it("leaves out a snapshot that the default labels of the stack would change", async () => {
    await startProject({ "gcp:project": project, "gcp:defaultLabels": JSON.stringify({ team: "net" }) });
    const { error } = await run("adopt", "--kind", "Snapshot");
    expect(error).toContain(
      "left out: 1 that an adoption would change: labels (some of its labels come from other settings: team from gcp:defaultLabels) (nightly)\n",
    );
  });

  it("adopts a snapshot with the attribution label, which the stack adds itself", async () => {
    const { emulator } = await startProject({ "gcp:project": project, "gcp:addPulumiAttributionLabel": "true" });
    emulator.objects.put(`${global}/snapshots/nightly`, {
      sourceDisk: url(disk),
      labels: { env: "dev", "goog-pulumi-provisioned": "true" },
    });
    const { out, error } = await run("adopt", "--kind", "Snapshot");
    expect(error).toContain("Snapshot: 1 to adopt.\n");
    expect(out).toContain('labels: { env: "dev" },');
  });

  it.each<[args: string[], message: string]>([
    [["--kind", "Disk"], `--kind takes ${Object.keys(sources).join(", ")}; it is "Disk".`],
    [
      ["--kind", "FirewallPolicyIamBinding"],
      "FirewallPolicyIamBinding: give --organization NUMBER or --policy NUMBER, because the policies are in no project.",
    ],
    [["--organization", "acme"], '--organization must be a number, or folders/NUMBER; it is "acme".'],
    [["--policy", "corp"], '--policy must be the number of a hierarchical firewall policy; it is "corp".'],
    [["--project", "My Project"], "--project must be"],
    [["--out", "no-such-folder/adopted.ts"], "--out no-such-folder/adopted.ts: there is no folder no-such-folder."],
    [["--yaml", "--import-file"], "Give --yaml or --import-file, not both: each writes a file of its own form."],
  ])("refuses %j before it lists anything", async (args, message) => {
    const { emulator } = await startProject();
    const { code, error } = await run("adopt", ...args);
    expect(error).toContain(message);
    expect({ code, requests: emulator.requests() }).toEqual({ code: 2, requests: [] });
  });
});
