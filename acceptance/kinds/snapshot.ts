import * as gce from "pulumi-gce";
import { named } from "../plan/fixtures";
import { pick, type AcceptanceKind, type Context, type Stage } from "./kind";

const nameIn = ({ made: { prefix } }: Context) => `${prefix}-snapshot`;
const pathIn = (context: Context) => context.service.path("global/snapshots", nameIn(context));
const labelsForStage = (stage: Stage) => ({ acceptance: stage });

export const snapshot: AcceptanceKind = {
  name: "Snapshot",
  declare(context, stage) {
    const { zone, region } = context.service.place;
    const sourceDisk = named(context.made.prefix, "disk");
    const storageLocations = [region];
    new gce.Snapshot("Snapshot", {
      name: nameIn(context),
      sourceDisk,
      zone,
      storageLocations,
      labels: labelsForStage(stage),
    });
  },
  change: ["update"],
  async look(context) {
    const found = await context.service.look(pathIn(context));
    return found && pick(found, ["labels", "diskSizeGb"]);
  },
  expected: (_context, stage) => ({ labels: labelsForStage(stage), diskSizeGb: "10" }),
  drift(context) {
    const { service } = context;
    const path = pathIn(context);
    // The method takes no request id: what is sent again has the fingerprint that holds then.
    return service.change(async () => {
      const { labelFingerprint } = await service.get(path);
      return service.send("POST", `${path}/setLabels`, {}, { labels: { acceptance: "theirs" }, labelFingerprint });
    });
  },
};
