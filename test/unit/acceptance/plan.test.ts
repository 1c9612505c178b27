import { describe, expect, it } from "vitest";
import { readOptions, type AcceptanceOptions } from "../../../acceptance/options";
import { fixtureNames, neededFixtures, subjectNames } from "../../../acceptance/plan/names";
import { missingPermissions, neededPermissions } from "../../../acceptance/plan/permissions";
import { planText } from "../../../acceptance/plan/plan";
import { hourlyDollars } from "../../../acceptance/plan/prices";
import { answers, scriptedServer } from "../../support/scriptedServer";

function read(more = ""): AcceptanceOptions {
  const options = readOptions(`--project my-project ${more}`.trim().split(" "), {});
  if (options === "help") throw new Error("It is the help.");
  return options;
}

const everything = "--organization 12 --certificate-map mail";

describe("the plan", () => {
  it("names each object that is made, and what it costs at most", () => {
    const options = read(`${everything} --max-hours 2`);
    const text = planText(options, ["gceacc-aaaaaaaa"]);
    for (const subject of subjectNames) expect(text).toContain(subject);
    expect(text.match(new RegExp(`${options.prefix}-`, "g"))).toHaveLength(fixtureNames.length);
    expect(text).toContain("Deleted first, because earlier runs left it: gceacc-aaaaaaaa.");
    expect(text).toContain("Used and not changed: projects/my-project/locations/global/certificateMaps/mail.");
    expect(text).toMatch(/Estimated cost: US\$ 0\.010 an hour, at most US\$ 0\.019 in the 2 h/);
  });

  it("makes only what the chosen subjects refer to", () => {
    expect(neededFixtures(["Route"])).toEqual(["network"]);
    expect(neededFixtures(["getManagedInstances"])).toEqual(["network", "subnetwork", "template", "group"]);
    expect(neededFixtures(["getNetworkProfiles"])).toEqual([]);
    const text = planText(read("--only Route"), []);
    expect(text).toContain("nothing that is made is billed");
    expect(text).toContain("FirewallPolicyIamMember (needs --organization or --folder)");
  });

  it("counts by the hour what is billed by the month", () => {
    expect(hourlyDollars([{ part: "standard disk", amount: 730 }])).toBeCloseTo(0.04);
    expect(hourlyDollars([])).toBe(0);
  });
});

describe("the permissions", () => {
  it("are those of the page about them, on the project and on what is above it", () => {
    const needed = neededPermissions(read(everything));
    expect([...needed.keys()]).toEqual(["projects/my-project", "organizations/12"]);
    expect(needed.get("projects/my-project")).toEqual(
      expect.arrayContaining([
        "compute.routes.create",
        "compute.networks.setFirewallPolicy",
        "certificatemanager.certmaps.use",
      ]),
    );
    expect(needed.get("organizations/12")).toEqual(
      expect.arrayContaining(["compute.firewallPolicies.setIamPolicy", "compute.firewallPolicies.create"]),
    );
    expect(needed.get("projects/my-project")).not.toContain("compute.firewallPolicies.setIamPolicy");
  });

  it("are no more than the chosen subjects need", () => {
    const needed = neededPermissions(read("--only Route"));
    expect([...needed.keys()]).toEqual(["projects/my-project"]);
    expect(needed.get("projects/my-project")?.filter((name) => /disks|snapshots|instances/.test(name))).toEqual([]);
  });

  it("of a map in another project are that project's matter", () => {
    const map = "projects/other-project/locations/global/certificateMaps/m";
    const needed = neededPermissions(read(`--certificate-map ${map}`));
    expect(needed.get("projects/my-project")).not.toContain("certificatemanager.certmaps.use");
  });

  /** A Resource Manager that answers this, and what it was asked. */
  async function manager(
    answer: (permissions: readonly string[], userProject: unknown) => { status: number; body: unknown },
  ) {
    const sizes: number[] = [];
    const { origin } = await scriptedServer((request, response) => {
      const { permissions } = JSON.parse(request.body) as { permissions: string[] };
      sizes.push(permissions.length);
      const { status, body } = answer(permissions, request.headers["x-goog-user-project"]);
      return answers(status, body)(request, response);
    });
    return { sizes, at: { resourceManager: new URL(origin), project: "my-project", token: "t" } };
  }

  it("are checked in parts that the method accepts, and the missing ones are reported", async () => {
    const { sizes, at } = await manager((permissions) => ({
      status: 200,
      body: { permissions: permissions.filter((name) => name !== "p.150") },
    }));
    const permissions = Array.from({ length: 230 }, (_, index) => `p.${String(index)}`);
    expect(await missingPermissions(new Map([["projects/p", permissions]]), at)).toEqual([
      { on: "projects/p", permissions: ["p.150"] },
    ]);
    expect(sizes).toEqual([100, 100, 30]);
  });

  it("are missing when the answer has none", async () => {
    const { at } = await manager(() => ({ status: 200, body: {} }));
    expect(await missingPermissions(new Map([["folders/1", ["a"]]]), at)).toEqual([
      { on: "folders/1", permissions: ["a"] },
    ]);
  });

  it("are checked with the quota of the project if the credentials have none", async () => {
    const { at } = await manager((permissions, userProject) =>
      userProject === "my-project" ? { status: 200, body: { permissions } } : { status: 403, body: {} },
    );
    expect(await missingPermissions(new Map([["projects/my-project", ["a"]]]), at)).toEqual([]);
  });

  it("that cannot be read are an error that says how to go on", async () => {
    const { at } = await manager(() => ({ status: 403, body: { error: { message: "API disabled." } } }));
    await expect(missingPermissions(new Map([["projects/p", ["a"]]]), at)).rejects.toThrow(
      /answered 403: API disabled\.\nEnable cloudresourcemanager/,
    );
  });
});
