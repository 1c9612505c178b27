import { describe, expect, it } from "vitest";
import { help, readOptions, UsageError, type AcceptanceOptions } from "../../../acceptance/options";
import { subjectNames } from "../../../acceptance/subjects/subjects";
import { readMarkdown } from "../../support/markdown";

function read(args: string, environment: NodeJS.ProcessEnv = {}): AcceptanceOptions {
  const options = readOptions(args.split(" "), environment);
  if (options === "help") throw new Error("It is the help.");
  return options;
}

const good = "--project my-project";
const map = "projects/p/locations/global/certificateMaps/m";

describe("the options of acceptance", () => {
  it("are few for a project: all that needs nothing else is tried", () => {
    const options = read(good);
    expect(options.subjects).toEqual(subjectNames.filter((name) => !/Iam|CertificateMap|Organization/.test(name)));
    expect(options.prefix).toMatch(/^gceacc-[a-z0-9]{8}$/);
    expect(read(good).prefix).not.toBe(options.prefix);
    expect(options).toMatchObject({ region: "us-central1", accessToken: undefined, confirmed: false });
  });

  it("try everything with a parent and a certificate map, and what is chosen by name", () => {
    expect(read(`${good} --certificate-map ${map} --parent folders/34`).subjects).toEqual(subjectNames);
    expect(read(`${good} --only getNetworkProfiles,Route`).subjects).toEqual(["Route", "getNetworkProfiles"]);
  });

  it("send no credentials of Google's to another endpoint", () => {
    expect(read(`${good} --endpoint http://127.0.0.1:1/compute/v1`).accessToken).toBe("acceptance");
    const other = `${good} --endpoint https://other.example/compute/v1`;
    expect(() => read(other)).toThrow(/Your own credentials are not sent to it.*GOOGLE_OAUTH_ACCESS_TOKEN/);
    expect(read(other, { GOOGLE_OAUTH_ACCESS_TOKEN: "t" }).accessToken).toBe("t");
  });

  it.each([
    ["no project", "--yes", /^--project is "".*gcloud projects list/],
    ["a project's number", "--project 123456789012", /^--project is .*not its number/],
    ["a map of another form", `${good} --certificate-map a/b`, /^--certificate-map is .*gcloud certificate-manager/],
    ["an organization by its name", `${good} --parent example.com`, /^--parent is .*organizations\/NUMBER/],
    ["what needs a parent", `${good} --only FirewallPolicyIamMember`, /which needs --parent/],
    ["what needs a map", `${good} --only TargetSslProxyCertificateMap`, /which needs --certificate-map/],
    ["a prefix of somebody else", `${good} --clean web`, /^--clean is "web". Give the prefix of a run/],
    ["another version", `${good} --endpoint https://compute.googleapis.com/compute/beta`, /\/compute\/v1/],
    ["plain http to another machine", `${good} --endpoint http://10.0.0.1/compute/v1`, /Use https/],
    ["an unknown option", `${good} --folder 7`, /--folder.*--help/],
  ])("are refused with %s", (_what, args, says) => {
    expect(() => read(args)).toThrow(UsageError);
    expect(() => read(args)).toThrow(says);
  });

  it("are all in the help, and the page names only existing ones", () => {
    expect(readOptions(["--help"], {})).toBe("help");
    const named = (text: string) => new Set(text.match(/--[a-z]+(?:-[a-z]+)*/g));
    const documented = named(readMarkdown("acceptance/README.md"));
    expect(documented.size).toBeGreaterThan(6);
    expect([...documented].filter((option) => !named(help).has(option) && option !== "--refresh")).toEqual([]);
    for (const option of named(help)) expect(() => read(`${good} ${option}=`)).not.toThrow(/Unknown option/);
  });
});
