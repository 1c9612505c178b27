import { describe, expect, it } from "vitest";
import { consolePageProblem } from "../../../provider/src/names/consolePages";

const root = "https://console.cloud.google.com";

describe("the address of a page of the console", () => {
  it.each([
    ["networks", "/networking/networks/details/default?project=p&authuser=1", "projects/p/global/networks/default"],
    ["disks", "/compute/disksDetail/zones/a/disks/d?project=p", "projects/p/zones/a/disks/d"],
    ["disks", "/compute/disksDetail/zones/a/disks/d", "zones/a/disks/d"],
    [
      "instanceGroupManagers",
      "/compute/instanceGroups/details/a/g?project=p",
      "projects/p/zones/a/instanceGroupManagers/g",
    ],
    ["snapshots", "/compute/snapshotsDetail/projects/p/global/snapshots/s?project=p", "projects/p/global/snapshots/s"],
    ["", "/iam-admin/iam?organizationId=12", "organizations/12"],
    ["", "/iam-admin/iam?folder=12&organizationId=3", "folders/12"],
  ])("of %s %s stands for %s", (collection, address, link) => {
    const problem = consolePageProblem(root + address, collection, (said) => said === link);
    expect(problem).toBe(`it is the address of a page of the console, not a link; give "${link}"`);
  });

  it("that names nothing that can be given is answered with what can", () => {
    expect(consolePageProblem(root, "networks", () => false)).toContain("give the selfLink, id or name of the object");
  });

  it.each([
    "default",
    "https://www.googleapis.com/compute/v1/global/networks/n",
    "https://console.cloud.google.com.example/",
  ])("is not %s", (text) => {
    expect(consolePageProblem(text, "networks", () => true)).toBeUndefined();
  });
});
