import type { GroupScope } from "../../../compute/endpoints/instanceGroupManagers";
import { eitherMemberKind, objectKind, setKind, sharedMapKind } from "../../../fields/collections";
import type { Kind } from "../../../fields/kind";
import { anyLinkKind, clearableLinkKind, linkKind } from "../../../fields/links";
import { integerKind, textKind, wordKind } from "../../../fields/scalars";
import { makeShape, type Shape } from "../../../fields/shape";
import type { Values } from "../../../fields/values";
import { output, outputAs, type FieldTable } from "../../../lifecycle/schema/field";
import { actionsForm, statusForm } from "../../../types/forms";
import { baseInstanceNameProblem } from "./limits";
import { zoneLinkKind } from "./zones";

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

/** Members that only a group of a region has: one of a zone has nothing to distribute, and one set of machine types. */
function regional(members: Readonly<Record<string, Kind>>, scope: GroupScope): Readonly<Record<string, Kind>> {
  return scope === "region" ? members : {};
}

/** The part of a group that can be managed, in the API's own shape. */
function listSettings(scope: GroupScope): Readonly<Record<string, Kind>> {
  return {
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
        ...regional({ instanceRedistributionType: wordKind("NONE", "PROACTIVE") }, scope),
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
    ...regional(
      {
        distributionPolicy: objectKind({
          zones: { ...setKind(objectKind({ zone: zoneLinkKind })), fixed: true },
          targetShape: wordKind("ANY", "ANY_SINGLE_ZONE", "BALANCED", "EVEN"),
        }),
      },
      scope,
    ),
    instanceLifecyclePolicy: objectKind({
      forceUpdateOnRepair: wordKind("NO", "YES"),
      defaultActionOnFailure: wordKind("DO_NOTHING", "REPAIR"),
    }),
    ...regional(
      {
        instanceFlexibilityPolicy: objectKind({
          instanceSelections: sharedMapKind(
            objectKind({ machineTypes: setKind(textKind()), rank: integerKind(-maximum - 1, maximum) }),
          ),
        }),
      },
      scope,
    ),
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
  };
}

/** A group as far as it can be managed. One template for all instances says the same as one version. */
function makeGroupShape(scope: GroupScope): Shape {
  return makeShape(listSettings(scope), {
    shorthand: {
      name: "instanceTemplate",
      standsFor: "versions",
      expand: (instanceTemplate) => [{ instanceTemplate }],
      contract(versions) {
        const [only, ...more] = Array.isArray(versions) ? (versions as Values[]) : [];
        return more.length === 0 ? only?.instanceTemplate : undefined;
      },
    },
    // The metadata that is given to instances is often a secret.
    conceals: ([field]) => field === "allInstancesConfig",
  });
}

/** By the scope that a group is in. */
export const groupShapes: Readonly<Record<GroupScope, Shape>> = {
  region: makeGroupShape("region"),
  zone: makeGroupShape("zone"),
};

/** The outputs that no program sets. */
export const groupOutputs: FieldTable = {
  status: outputAs(statusForm),
  currentActions: outputAs(actionsForm),
  instanceGroup: output,
  namedPorts: outputAs({ list: { members: { name: "text", port: "number" } } }),
  satisfiesPzi: outputAs("boolean"),
  satisfiesPzs: outputAs("boolean"),
};

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

/** Words of other providers and of the kin, for suggestions. */
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
