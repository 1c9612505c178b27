import { describe, expect, it } from "vitest";
import type { Json } from "../../../acceptance/recording/exchange";
import { recordedProject, Replacement } from "../../../acceptance/recording/replacement";

const project = "ada-s-project";
const prefix = "gceacc-abcd1234";
const root = "https://www.googleapis.com/compute/v1/";

const replacement = () =>
  new Replacement({ project, prefix, parent: "organizations/4455", names: { "ada-s-map": "certificate-map-1" } });

describe("identifying text in a recording", () => {
  it.each([
    [
      "the project in a link",
      `${root}projects/${project}/global/routes/r`,
      `${root}projects/${recordedProject}/global/routes/r`,
    ],
    ["the project in a sentence", `Quota of '${project}' is used up.`, `Quota of '${recordedProject}' is used up.`],
    ["another project", "projects/debian-cloud/global/images/i", "projects/other-project-1/global/images/i"],
    ["a project's number", "projects/123456789012/zones/z", "projects/700000000001/zones/z"],
    ["an organization", "organizations/4455", "organizations/7001"],
    ["an id", "locations/global/firewallPolicies/1234567890123", "locations/global/firewallPolicies/7000000000001"],
    ["an account", `x@${project}.iam.gserviceaccount.com`, "person-1@example.com"],
    ["a domain", "domain:example.org", "domain:domain-1.example.com"],
    ["a federated person", "principal://iam.googleapis.com/a/b", "principal://iam.googleapis.com/recorded/1"],
    ["a token", "Bearer ya29.a0AfB_by-x", "Bearer token-1"],
    ["a public address", "34.1.2.3", "203.0.113.1"],
    ["a name of the owner's", "certificateMaps/ada-s-map", "certificateMaps/certificate-map-1"],
  ])("is replaced: %s", (_what, text, by) => {
    expect(replacement().text(text)).toBe(by);
  });

  it.each([
    ["a name that begins with the project's", `${project}-2`],
    ["a private address", "10.9.0.0/24"],
    ["the range of the route", "198.51.100.0/24"],
    ["a time", "2026-11-22T10:11:12.123456789-08:00"],
    ["the names of the run", `${prefix}-network`],
    ["a size", "10"],
    ["a kind", "compute#route"],
  ])("is not: %s", (_what, text) => {
    expect(replacement().text(text)).toBe(text);
  });

  it("is left out of requests: who asks", () => {
    const query = { access_token: "secret", key: "secret", maxResults: "1" };
    const recorded = replacement().exchange({ method: "GET", path: `projects/${project}/global/routes`, query });
    expect(recorded).toEqual({
      method: "GET",
      path: `projects/${recordedProject}/global/routes`,
      query: { maxResults: "1" },
    });
  });

  it("is left out of lists: what others have made, and operations on it", () => {
    const recorder = replacement();
    const list = (path: string, items: Json[]) =>
      recorder.exchange({ method: "GET", path, query: {}, status: 200, answer: { kind: "k", items } }).answer;
    const ours = { name: `${prefix}-disk` };
    expect(list("projects/p/zones/z/disks", [{ name: "payroll" }, ours])).toEqual({ kind: "k", items: [ours] });
    expect(list("locations/global/firewallPolicies", [{ name: "5", shortName: "payroll" }])).toEqual({ kind: "k" });
    const policy = "1234567890";
    const answer = { kind: "compute#operation", targetId: policy };
    recorder.exchange({ method: "POST", path: "locations/global/firewallPolicies", query: {}, status: 200, answer });
    const operations = [answer, { kind: "compute#operation", targetId: "9999999999" }];
    expect(list("locations/global/operations", operations)).toMatchObject({ items: [{ kind: "compute#operation" }] });
    expect(list("projects/p/global/networkProfiles", [{ name: "of-google" }])).toMatchObject({
      items: [{ name: "of-google" }],
    });
  });
});
