import { describe, expect, it } from "vitest";
import { addressKind } from "../../../../provider/src/runtime/kinds/addresses";
import { problemsOf, sameValue } from "../../../../provider/src/runtime/kinds/kind";
import { eitherKind, linkKind } from "../../../../provider/src/runtime/kinds/links";
import { unknownValue } from "../../../../provider/src/runtime/unknown";
import { context, describeKinds, networkKind, networkUrl, root, ruleKind } from "../../../support/kindCases";

describeKinds({
  link: {
    kind: networkKind,
    accepts: ["n", "global/networks/n", "projects/p/global/networks/n", networkUrl, "123456789"],
    refuses: [
      ["", "a link to one of networks", "empty"],
      ["N", "a link to one of networks", "upper-case"],
      ["a/b", "names something else"],
      ["projects/p/global/routes/n", "networks", "names something else"],
      ["projects/p/regions/r/networks/n", "projects/PROJECT/global/networks/NAME", "names something else"],
      ["projects/p/global/networks", "too few parts"],
      ["projects/p/global/networks/n/x", "too many parts"],
      ["projects/P P/global/networks/n", "is not a project"],
      ["https://example.com/compute/v1/projects/p/global/networks/n", "host", "not the service's"],
      [{ id: "n" }, "a link to one of networks", "it is an object"],
    ],
    same: [
      ["n", networkUrl],
      ["global/networks/n", "projects/my-project/global/networks/n"],
      ["https://compute.googleapis.com/compute/v1/projects/p/global/networks/n", "projects/p/global/networks/n"],
      ["//compute.googleapis.com/projects/p/global/networks/n", `${root}/projects/p/global/networks/n`],
    ],
    different: [
      ["n", "m"],
      ["n", "projects/other/global/networks/n"],
    ],
    sends: [
      ["n", networkUrl],
      ["https://compute.googleapis.com/compute/v1/projects/my-project/global/networks/n", networkUrl],
    ],
  },
  "link or address": {
    kind: eitherKind(ruleKind, addressKind, (value) => value.includes("/") || /^[a-z]/.test(value)),
    accepts: ["rule", "10.0.0.1", "2001:db8::1"],
    refuses: [
      ["regions/us-central1/networks/n", "forwardingRules", "names something else"],
      ["10.0.0", "IPv4 address"],
      [5, "it is 5"],
    ],
    same: [
      ["rule", `${root}/projects/my-project/regions/us-central1/forwardingRules/rule`],
      ["2001:db8::1", "2001:DB8:0::1"],
    ],
    different: [["rule", "10.0.0.1"]],
    sends: [["rule", `${root}/projects/my-project/regions/us-central1/forwardingRules/rule`]],
  },
});

describe("a link", () => {
  it("that names no project or location is refused with the setting that would complete it", () => {
    const [problem] = problemsOf(ruleKind, "rule", "nextHopIlb", { project: "p" });
    expect(problem?.reason).toContain("pulumi config set gcp:region");
    expect(problemsOf(networkKind, "n", "network", {})[0]?.reason).toContain("needs a project");
  });

  it("is left alone while what would complete it is unknown", () => {
    expect(problemsOf(networkKind, "n", "network", { project: unknownValue })).toEqual([]);
    expect(problemsOf(ruleKind, "rule", "nextHopIlb", { project: "p", region: unknownValue })).toEqual([]);
  });

  it("may be a URL of a custom endpoint", () => {
    const custom = { ...context, hosts: ["127.0.0.1:8080"] };
    const url = "http://127.0.0.1:8080/compute/v1/projects/my-project/global/networks/n";
    expect(problemsOf(networkKind, url, "network", custom)).toEqual([]);
    expect(sameValue(networkKind, url, "n", custom)).toBe(true);
  });

  it("has to obey a further rule of the field", () => {
    const kind = linkKind({
      collection: "gateways",
      scopes: ["global"],
      rule: (path) => (path.endsWith("/main") ? undefined : "the main gateway"),
    });
    expect(problemsOf(kind, "main", "gateway", context)).toEqual([]);
    expect(problemsOf(kind, "other", "gateway", context)[0]?.reason).toBe(
      'gateway must be the main gateway; it is "other".',
    );
  });
});
