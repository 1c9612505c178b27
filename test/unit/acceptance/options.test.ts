import { describe, expect, it } from "vitest";
import { help, readOptions, UsageError, type AcceptanceOptions } from "../../../acceptance/options";
import { functionNames, kindNames, subjectNames } from "../../../acceptance/plan/names";
import { registry } from "../../../provider/src/engine/steps/registry";
import { readMarkdown } from "../../support/markdown";
import * as gce from "../../../provider/src/index";

function read(args: string, environment: NodeJS.ProcessEnv = {}): AcceptanceOptions {
  const options = readOptions(args.split(" "), environment);
  if (options === "help") throw new Error("It is the help.");
  return options;
}

describe("the options of acceptance", () => {
  it("are few for a project: all that needs nothing else is tried, at the real service", () => {
    const options = read("--project my-project");
    expect(options).toMatchObject({
      project: "my-project",
      region: "us-central1",
      zone: "us-central1-a",
      parent: undefined,
      isRealService: true,
      accessToken: undefined,
      confirmed: false,
      maxHours: 1,
    });
    expect(options.resourceManager?.host).toBe("cloudresourcemanager.googleapis.com");
    expect(options.subjects).toEqual(subjectNames.filter((name) => !/Iam|CertificateMap|Organization/.test(name)));
    expect(options.prefix).toMatch(/^gceacc-[a-z0-9]{8}$/);
    expect(read("--project my-project").prefix).not.toBe(options.prefix);
  });

  it("try everything if an organization or a folder, and a certificate map, are given", () => {
    const all = "--project my-project --certificate-map mail";
    const options = read(`${all} --organization 12`);
    expect(options.subjects).toEqual(subjectNames);
    expect(options.parent).toBe("organizations/12");
    expect(options.certificateMaps).toEqual(["projects/my-project/locations/global/certificateMaps/mail"]);
    expect(read(`${all} --folder 34`)).toMatchObject({ parent: "folders/34", subjects: subjectNames });
  });

  it("take the region from the zone, and the zone from the region", () => {
    expect(read("--project my-project --zone europe-west1-b")).toMatchObject({ region: "europe-west1" });
    expect(read("--project my-project --region asia-east1")).toMatchObject({ zone: "asia-east1-a" });
  });

  it("choose by name, in the order of the report", () => {
    expect(read("--project my-project --only getNetworkProfiles,Route").subjects).toEqual([
      "Route",
      "getNetworkProfiles",
    ]);
  });

  it("send no credentials of Google's to another endpoint", () => {
    const loopback = "--project my-project --endpoint http://127.0.0.1:1/compute/v1";
    expect(read(loopback)).toMatchObject({ accessToken: "acceptance", isRealService: false });
    expect(read(loopback).resourceManager).toBeUndefined();
    const other = "--project my-project --endpoint https://other.example/compute/v1";
    expect(() => read(other)).toThrow(/Your own credentials are not sent there.*GOOGLE_OAUTH_ACCESS_TOKEN/);
    expect(read(other, { GOOGLE_OAUTH_ACCESS_TOKEN: "t" }).accessToken).toBe("t");
  });

  const good = "--project my-project";
  it.each([
    ["no project", "--yes", /^--project is missing.*gcloud projects list/],
    ["a zone of another region", `${good} --region us-east1 --zone us-west1-a`, /^--zone has to be in the region/],
    ["both places", `${good} --organization 1 --folder 2`, /exclude each other/],
    [
      "a map of another form",
      `${good} --certificate-map a/b`,
      /^--certificate-map has to be.*gcloud certificate-manager/,
    ],
    [
      "three maps",
      `${good} --certificate-map a --certificate-map b --certificate-map c`,
      /^--certificate-map can be given at most twice/,
    ],
    ["a name that every object has", `${good} --only toString`, /"toString" is none/],
    ["a project's number", "--project 123456789012", /^--project has to be the id of a project.*not its number/],
    ["an organization by its name", `${good} --organization example.com`, /^--organization has to be the number/],
    ["a person without a type", `${good} --member ada@example.com`, /^--member has to be a principal/],
    ["a name of nothing", `${good} --only Route,Rout`, /"Rout" is none\. They are: Route, Snapshot/],
    ["what needs an organization", `${good} --only FirewallPolicyIamMember`, /which needs --organization or --folder/],
    ["what needs a map", `${good} --only TargetSslProxyCertificateMap`, /which needs --certificate-map/],
    ["no time", `${good} --max-hours 0`, /^--max-hours has to be a number above 0/],
    ["a prefix of somebody else", `${good} --clean web`, /^--clean has to be the prefix of a run/],
    [
      "an endpoint of another version",
      `${good} --endpoint https://compute.googleapis.com/compute/beta`,
      /\/compute\/v1/,
    ],
    ["plain http to a name like a loopback address", `${good} --endpoint http://127.0.0.1.example/v1`, /Use https/],
    ["plain http to another machine", `${good} --endpoint http://10.0.0.1/compute/v1`, /Use https/],
    [
      "plain http for permissions",
      `${good} --resource-manager-endpoint http://10.0.0.1`,
      /^--resource-manager-endpoint: .*Use https/,
    ],
  ])("are refused with %s", (_what, args, says) => {
    expect(() => read(args)).toThrow(UsageError);
    expect(() => read(args)).toThrow(says);
  });

  it("are all in the help, and the page names only existing ones", () => {
    expect(readOptions(["--help"], {})).toBe("help");
    const named = (text: string) => new Set(text.match(/--[a-z]+(?:-[a-z]+)*/g));
    const documented = named(readMarkdown("acceptance/README.md"));
    expect(documented.size).toBeGreaterThan(8);
    const others = ["--refresh"];
    expect([...documented].filter((option) => !named(help).has(option) && !others.includes(option))).toEqual([]);
    for (const option of named(help)) expect(() => read(`${good} ${option}=`)).not.toThrow(/Unknown option/);
  });
});

it("every resource and every function of the package is tried", () => {
  expect([...kindNames].sort()).toEqual(Object.keys(registry).sort());
  const exported = Object.keys(gce).filter((name) => `${name}Output` in gce);
  expect([...functionNames].sort()).toEqual(exported.sort());
});
