import { expect, it } from "vitest";
import { refuseConflict } from "../../../provider/src/parts/patchWords";
import { groupShapes } from "../../../provider/src/resources/instanceGroupManagerPatch/definition/fields";
import { template } from "../../support/groups";

it("a conflict is told with the values from before and now, without what only the service calculates", () => {
  const context = { project: "p", region: "us-central1" };
  const versions = (name: string) => [{ instanceTemplate: template(name), targetSize: { calculated: 3 } }];
  const conflict = () => {
    const [before, now] = [{ versions: versions("a") }, { versions: versions("b") }];
    refuseConflict(groupShapes.region, before, now, { instanceTemplate: "c" }, context);
  };
  expect(conflict).toThrow("somebody else changed the same fields at the same time");
  expect(conflict).toThrow(
    `versions was [{"instanceTemplate":"${template("a")}"}], is [{"instanceTemplate":"${template("b")}"}] now`,
  );
});
