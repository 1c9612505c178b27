import { baseInstanceNameProblem } from "./limits";
import type { LinkTarget } from "../../../names/links";
import { makeForm, output, outputAs, type FieldTable } from "../../../lifecycle/schema/field";
import { eitherMemberKind, objectKind, setKind, sharedMapKind } from "../../../fields/collections";
import type { Kind } from "../../../fields/kind";
import { anyLinkKind, clearableLinkKind, linkKind } from "../../../fields/links";
import { integerKind, locationKind, projectKind, textKind, wordKind } from "../../../fields/scalars";
import { zoneLinkKind } from "./zones";
import { makeShape } from "../../../fields/shape";
import type { Values } from "../../../fields/values";
import { actionsForm, statusForm } from "../../../types/forms";

export const groups: LinkTarget = { collection: "instanceGroupManagers", scopes: ["region"] };

const maximum = 2 ** 31 - 1;
const count = integerKind(0, maximum);
const secondsKind: Kind = { ...integerKind(0, 3600), isNothing: (value) => value === 0 };
const sizeKind = eitherMemberKind(
  { fixed: count, percent: integerKind(0, 100) },
  { value: "fixed", percentage: "percent" },
);
/** The objects that a group uses are global, or in its region. */
const ownRegion = "the group";
const usable = { scopes: ["global", "region"], ownRegion } as const;
const templateKind = linkKind({ collection: "instanceTemplates", ...usable });
const healthCheckKind = anyLinkKind(["healthChecks", "httpsHealthChecks", "httpHealthChecks"], usable);
const actionKind = wordKind("NONE", "REFRESH", "RESTART", "REPLACE");
const autoDeleteMap = sharedMapKind(
  objectKind({ autoDelete: wordKind("NEVER", "ON_PERMANENT_INSTANCE_DELETION") }, { deleteRule: "autoDelete" }),
);

/** The part of a group that can be managed, in the API's own shape. */
const managed = {
  description: textKind(),
  baseInstanceName: textKind("a prefix for instance names", baseInstanceNameProblem),
  instanceTemplate: templateKind,
  versions: setKind(objectKind({ name: textKind(), instanceTemplate: templateKind, targetSize: sizeKind })),
  targetSize: count,
  targetStoppedSize: count,
  targetSuspendedSize: count,
  targetPools: setKind(linkKind({ collection: "targetPools", scopes: ["region"], ownRegion })),
  autoHealingPolicies: setKind(objectKind({ healthCheck: healthCheckKind, initialDelaySec: secondsKind })),
  updatePolicy: objectKind(
    {
      type: wordKind("OPPORTUNISTIC", "PROACTIVE"),
      instanceRedistributionType: wordKind("NONE", "PROACTIVE"),
      minimalAction: actionKind,
      mostDisruptiveAllowedAction: actionKind,
      replacementMethod: wordKind("RECREATE", "SUBSTITUTE"),
      maxSurge: sizeKind,
      maxUnavailable: sizeKind,
    },
    {
      maxSurgeFixed: "maxSurge: { fixed: … }",
      maxSurgePercent: "maxSurge: { percent: … }",
      maxUnavailableFixed: "maxUnavailable: { fixed: … }",
      maxUnavailablePercent: "maxUnavailable: { percent: … }",
    },
  ),
  distributionPolicy: objectKind({
    zones: { ...setKind(objectKind({ zone: zoneLinkKind })), fixed: true },
    targetShape: wordKind("ANY", "ANY_SINGLE_ZONE", "BALANCED", "EVEN"),
  }),
  instanceLifecyclePolicy: objectKind({
    forceUpdateOnRepair: wordKind("NO", "YES"),
    defaultActionOnFailure: wordKind("DO_NOTHING", "REPAIR"),
  }),
  instanceFlexibilityPolicy: objectKind({
    instanceSelections: sharedMapKind(
      objectKind({ machineTypes: setKind(textKind()), rank: integerKind(-maximum - 1, maximum) }),
    ),
  }),
  statefulPolicy: objectKind({
    preservedState: objectKind({ disks: autoDeleteMap, internalIPs: autoDeleteMap, externalIPs: autoDeleteMap }),
  }),
  standbyPolicy: objectKind({ initialDelaySec: secondsKind, mode: wordKind("MANUAL", "SCALE_OUT_POOL") }),
  listManagedInstancesResults: wordKind("PAGELESS", "PAGINATED"),
  allInstancesConfig: objectKind(
    { properties: objectKind({ metadata: sharedMapKind(textKind()), labels: sharedMapKind(textKind()) }) },
    { metadata: "properties: { metadata: … }", labels: "properties: { labels: … }" },
  ),
  resourcePolicies: objectKind({
    workloadPolicy: clearableLinkKind({ collection: "resourcePolicies", scopes: ["region"], ownRegion }),
  }),
} satisfies Record<string, Kind>;

/** A group as far as it can be managed. One template for all instances says the same as one version. */
export const groupShape = makeShape(managed, {
  shorthand: {
    name: "instanceTemplate",
    standsFor: "versions",
    expand: (instanceTemplate) => [{ instanceTemplate }],
    contract(versions) {
      const [only, ...more] = Array.isArray(versions) ? (versions as Values[]) : [];
      return more.length === 0 ? only?.instanceTemplate : undefined;
    },
  },
  // The state has it as a secret, too.
  conceals: ([field]) => field === "allInstancesConfig",
});

export const fields: FieldTable = {
  project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
  region: { kind: locationKind("region"), change: "replace", inPathOnly: true, required: true },
  instanceGroupManager: { kind: linkKind(groups), change: "replace", required: true, onTargetDelete: "cascades" },
  ...Object.fromEntries(Object.entries(managed).map(([name, kind]) => [name, { kind, change: "update" } as const])),
  // The metadata that is given to instances is often a secret.
  allInstancesConfig: { kind: managed.allInstancesConfig, change: "update", secret: true },
  previous: { kind: groupShape.kind, change: "createOnly", secret: ["allInstancesConfig"] },
  managedFields: outputAs({ list: "text" }),
  previousValues: { ...outputAs("any"), secret: ["allInstancesConfig"] },
  fingerprint: output,
  status: outputAs(statusForm),
  currentActions: outputAs(actionsForm),
  kind: output,
  numericId: { ...outputAs("int64"), apiName: "id" },
  creationTimestamp: output,
  instanceGroup: output,
  selfLink: output,
  namedPorts: outputAs({ list: { members: { name: "text", port: "number" } } }),
  satisfiesPzi: outputAs("boolean"),
  satisfiesPzs: outputAs("boolean"),
};

/** The form of a group as the service answers it. */
export const groupForm = makeForm(fields);

/** The constraints on instances: their template can keep to them. */
export const constraints = Object.fromEntries(
  [
    "compute.requireOsLogin",
    "compute.requireShieldedVm",
    "compute.restrictNonConfidentialComputing",
    "compute.restrictSharedVpcSubnetworks",
    "compute.trustedImageProjects",
    "compute.vmCanIpForward",
    "compute.vmExternalIpAccess",
    "gcp.restrictNonCmekServices",
  ].map((constraint) => [constraint, "instanceTemplate"]),
);

/** Words of other providers and of the zonal kin, for suggestions. */
export const argumentAliases = {
  name: "instanceGroupManager",
  regionInstanceGroupManager: "instanceGroupManager",
  distributionPolicyZones: "distributionPolicy: { zones: [{ zone: … }] }",
  distributionPolicyTargetShape: "distributionPolicy: { targetShape: … }",
  statefulDisks: "statefulPolicy: { preservedState: { disks: … } }",
  statefulInternalIps: "statefulPolicy: { preservedState: { internalIPs: … } }",
  statefulExternalIps: "statefulPolicy: { preservedState: { externalIPs: … } }",
  waitForInstancesStatus: "waitForInstances",
  maxSurgeFixed: "updatePolicy: { maxSurge: { fixed: … } }",
  maxSurgePercent: "updatePolicy: { maxSurge: { percent: … } }",
  maxUnavailableFixed: "updatePolicy: { maxUnavailable: { fixed: … } }",
  maxUnavailablePercent: "updatePolicy: { maxUnavailable: { percent: … } }",
};
