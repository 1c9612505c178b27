import { describe, expect, it } from "vitest";
import { KnownNames } from "../../../provider/src/names/knownNames";

const network = (project: string, name: string) => `projects/${project}/global/networks/${name}`;

describe("a number and a name", () => {
  it("are equal once the service has said so, and neither belongs to another", () => {
    const names = new KnownNames();
    names.learn(network("921927", "12"), network("my-project", "n"));
    expect(names.record).toEqual({
      "projects/921927": "projects/my-project",
      "networks/12": network("my-project", "n"),
    });
    for (const [there, wanted, isSame] of [
      [network("my-project", "n"), network("921927", "12"), true],
      [network("my-project", "n"), network("my-project", "13"), false],
      [network("my-project", "other"), network("my-project", "12"), false],
      [network("other", "n"), network("921927", "n"), false],
      [network("my-project", "n"), network("555", "n"), false],
    ] as const)
      expect(new KnownNames(names.record).same(there, wanted), wanted).toBe(isSame);
  });

  it("change when somebody made the object of that name again", () => {
    const names = new KnownNames();
    names.learn(network("a", "12"), network("a", "n"));
    names.learn(network("a", "13"), network("a", "n"));
    expect(names.record).toEqual({ "networks/13": network("a", "n") });
  });

  it("stay what the service has said, also if an old answer shows another object there", () => {
    const names = new KnownNames();
    names.learn(network("a", "12"), network("a", "n"));
    names.learn(network("a", "12"), network("a", "other"));
    expect(names.record).toEqual({ "networks/12": network("a", "n") });
  });

  it("are found for a network with the name global", () => {
    const names = new KnownNames();
    names.learn(network("921927", "global"), network("p", "global"));
    expect(names.named(`${network("921927", "global")}/firewallPolicyAssociation`)).toBe(
      `${network("p", "global")}/firewallPolicyAssociation`,
    );
  });
});
