import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Provider, type ProviderArgs } from "../../../provider/src/program/provider";
import { lostEndpoint } from "../../../provider/src/settings/lostEndpoint";
import { mockResources } from "../../support/functionCalls";

const local = "http://127.0.0.1:8461/compute/v1";
const official = "https://compute.googleapis.com/compute/v1";
const psc = "https://compute-psc.p.googleapis.com/compute/v1";
const variable = "GOOGLE_COMPUTE_CUSTOM_ENDPOINT";

describe("what a provider without an endpoint loses of the stack's", () => {
  type Lost = [otherwise: string, leaves: boolean] | undefined;
  const named = "http://localhost:8461/compute/v1/";
  const other = "http://[::1]:9/compute/v1";

  it.each<[what: string, configured: string | undefined, environmentValue: string, lost: Lost]>([
    ["is one of the configuration alone", local, "", [official, true]],
    ["is one with a slash at its end, and another name of this machine", named, "", [official, true]],
    ["is one in place of another one of the environment", local, psc, [psc, true]],
    ["keeps requests on this machine where the environment does too", local, other, [other, false]],
    ["is one of an emulator in another container", "http://emulator:8461/compute/v1", "", [official, true]],
    ["is one elsewhere", psc, "", [official, false]],
    ["is none that the environment has too", psc, `${psc}/`, undefined],
    ["is none of the environment alone", undefined, local, undefined],
    ["is none that is no endpoint", "127.0.0.1", "", undefined],
    ["is none where no one is configured", undefined, "", undefined],
  ])("%s", (_what, configured, environmentValue, lost) => {
    const config = (key: string) => (key === "gcp:computeCustomEndpoint" ? configured : undefined);
    const found = lostEndpoint(config, { [variable]: environmentValue });
    expect(found && [found.otherwise, found.leavesEmulator]).toEqual(lost);
  });

  it("is that of a universe", () => {
    const config = (key: string) => (key === "gcp:universeDomain" ? "example.com" : undefined);
    expect(lostEndpoint(config, {})).toMatchObject({
      configured: "https://compute.example.com/compute/v1",
      otherwise: official,
    });
  });
});

describe("a gce.Provider in a stack with an endpoint elsewhere", () => {
  beforeAll(() => mockResources());
  afterEach(() => {
    pulumi.runtime.setAllConfig({});
    vi.restoreAllMocks();
  });

  const collectWarnings = (args: ProviderArgs, configured = psc) => {
    const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue();
    pulumi.runtime.setAllConfig({ "gcp:computeCustomEndpoint": configured });
    new Provider("eu", args);
    return warn.mock.calls.map(([message]) => message);
  };

  it("warns that its requests go elsewhere, and says how to choose", () => {
    expect(collectWarnings({ project: "p" })).toEqual([
      `gce.Provider "eu": its requests go to "${official}", and those of the stack to "${psc}". ` +
        "A gce.Provider takes nothing from the configuration of the stack. Give computeCustomEndpoint (or universeDomain) to say which you mean.",
    ]);
  });

  it.each<ProviderArgs>([
    { computeCustomEndpoint: psc },
    { computeCustomEndpoint: official },
    { universeDomain: "example.com" },
  ])("says nothing where the program says %j", (args) => {
    expect(collectWarnings(args)).toEqual([]);
  });
});
