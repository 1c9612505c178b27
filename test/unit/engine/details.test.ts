import { describe, expect, it } from "vitest";
import { route } from "../../../provider/src/resources/route/definition";
import { snapshot } from "../../../provider/src/resources/snapshot/definition";
import { check } from "../../../provider/src/lifecycle/steps/check";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import { listDetails } from "../../../provider/src/engine/steps/details";
import { diff } from "../../../provider/src/lifecycle/steps/diff";
import type { Values } from "../../../provider/src/fields/values";
import { offlineResource } from "../../support/offlineResource";

const root = "https://www.googleapis.com/compute/v1/projects/my-project";

/** The details of what a program changes, given what is there and what the last run's inputs were. */
function details(definition: ResourceDefinition, actual: Values, program: Values, recorded?: Values) {
  const resource = offlineResource(definition);
  const { inputs, failures } = check(resource, {}, program);
  expect(failures).toEqual([]);
  const lastInputs = recorded && check(offlineResource(definition), {}, recorded).inputs;
  return listDetails(resource, actual, inputs, lastInputs, diff(resource, actual, inputs));
}

const program = { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const actual = { ...program, network: `${root}/global/networks/default`, project: "my-project", priority: 1000 };

describe("the details of a difference", () => {
  it("take the old value from the program's last inputs if these still match the object", () => {
    const network = { kind: "UPDATE", replaces: true };
    const changed = { ...program, network: "other" };
    expect(details(route, actual, changed, program)?.detailedDiff).toEqual({
      network: { ...network, fromInputs: true },
    });
    // An update that failed: its inputs are recorded, and what is there is as before.
    expect(details(route, actual, changed, changed)?.detailedDiff).toEqual({
      network: { ...network, fromInputs: false },
    });
    expect(details(route, actual, { ...program, network: "third" }, changed)?.detailedDiff).toEqual({
      network: { ...network, fromInputs: false },
    });
    const recorded = { ...program, deletionPolicy: "ABANDON" };
    expect(details(route, actual, recorded, recorded)?.detailedDiff).toEqual({
      deletionPolicy: { kind: "ADD", replaces: false, fromInputs: false },
    });
    // The same text is another network where the project is another.
    const elsewhere = { ...actual, network: `${root}-2/global/networks/default` };
    expect(details(route, elsewhere, program, program)?.detailedDiff).toEqual({
      network: { ...network, fromInputs: false },
    });
  });

  it("leave maps and keys whole, whose members the engine shows as far as it may", () => {
    const disk = { name: "s", sourceDisk: "projects/p/zones/z/disks/d" };
    const made = { ...disk, sourceDisk: `${root.replace("my-project", "p")}/zones/z/disks/d`, project: "my-project" };
    const found = details(
      snapshot,
      { ...made, labels: { "a.b": "1", same: "1" }, snapshotEncryptionKey: { sha256: "c2hh" } },
      {
        ...disk,
        labels: { same: "1", env: "dev" },
        snapshotEncryptionKey: { kmsKeyName: "projects/p/locations/l/keyRings/r/cryptoKeys/k" },
      },
    );
    expect(Object.keys(found?.detailedDiff ?? {}).sort()).toEqual(["labels", "snapshotEncryptionKey"]);
    expect(found?.paths).toEqual(expect.arrayContaining(["labels", 'labels["a.b"]', "labels.env"]));
    expect(found?.paths).not.toContain("labels.same");
  });
});
