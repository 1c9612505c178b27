import * as gce from "pulumi-gce";
import { named } from "../run/fixtures";
import { pick, type AcceptanceKind, type Context, type Stage } from "./kind";

const nameIn = ({ made: { prefix } }: Context) => `${prefix}-snapshot`;
const labelsOf = (stage: Stage) => ({ acceptance: stage });

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
      labels: labelsOf(stage),
    });
  },
  change: ["update"],
  async look(context) {
    const found = await get(context);
    return found && pick(found, ["labels", "diskSizeGb"]);
  },
  expected: (_context, stage) => ({ labels: labelsOf(stage), diskSizeGb: "10" }),
  async drift(context) {
    const { service } = context;
    const { project } = service.place;
    const resource = nameIn(context);
    // The method takes no request id: what is sent again has the fingerprint that holds then.
    await service.change(async () => {
      const { labelFingerprint } = (await get(context)) as { labelFingerprint?: string };
      const labels = { acceptance: "theirs" };
      const globalSetLabelsRequestResource = { labels, labelFingerprint: labelFingerprint ?? "" };
      return service.snapshots.setLabels({ project, resource, globalSetLabelsRequestResource });
    });
  },
};

function get(context: Context): Promise<object | undefined> {
  const { service } = context;
  const { project } = service.place;
  return service.look(() => service.snapshots.get({ project, snapshot: nameIn(context) }));
}
