import type { GroupScope } from "../../../compute/endpoints/instanceGroupManagers";
import { objectKind, setKind } from "../../../fields/collections";
import type { Kind } from "../../../fields/kind";
import { linkKind } from "../../../fields/links";
import { textKind, wordKind } from "../../../fields/scalars";
import { makeShape, type Shape } from "../../../fields/shape";
import type { Values } from "../../../fields/values";
import { output, outputAs, type FieldTable } from "../../../lifecycle/schema/field";
import { actionsForm, statusForm } from "../../../types/forms";
import { baseInstanceNameProblem } from "./limits";
import {
  count,
  distributionPolicy,
  instanceGroupManagerAllInstancesConfig,
  instanceGroupManagerAutoHealingPolicy,
  instanceGroupManagerInstanceFlexibilityPolicy,
  instanceGroupManagerInstanceLifecyclePolicy,
  instanceGroupManagerResourcePolicies,
  instanceGroupManagerStandbyPolicy,
  instanceGroupManagerUpdatePolicy,
  instanceGroupManagerVersion,
  ownRegion,
  statefulPolicy,
  templateKind,
  zonalInstanceGroupManagerUpdatePolicy,
} from "./objects";

const updatePolicyAliases = {
  maxSurgeFixed: "maxSurge: { fixed: … }",
  maxSurgePercent: "maxSurge: { percent: … }",
  maxUnavailableFixed: "maxUnavailable: { fixed: … }",
  maxUnavailablePercent: "maxUnavailable: { percent: … }",
};

/** The settings that only a group of a region has: one of a zone has nothing to distribute. */
const regionalOnly = {
  /** Zones and distribution. A group never changes its zones: other zones than those of the group are an error. */
  distributionPolicy: objectKind(distributionPolicy),
};

/** The part of a group that can be managed, in the API's own shape. */
function listSettings(scope: GroupScope): Readonly<Record<string, Kind>> {
  return {
    /** Description of the group. */
    description: textKind(),
    /**
     * Prefix of instance names: at most 58 lower-case letters, digits and hyphens, beginning with a letter (RFC 1035). The
     * group appends a hyphen and four characters; a hyphen and one or more `#` at the end ask for numbers of so many
     * digits instead (`web-###`).
     *
     * @output Prefix of instance names.
     */
    baseInstanceName: textKind("a prefix for instance names", baseInstanceNameProblem),
    /**
     * The template of all instances, by its name, path or URL. The package cuts off `?uniqueId=` of a unique
     * self link. The same as `versions` with one member: give one of the two.
     *
     * @output The template of all instances. Absent while they have different ones.
     */
    instanceTemplate: templateKind,
    /** Templates and how many instances have each. Names are unique, and exactly one has no `targetSize`. */
    versions: setKind(objectKind(instanceGroupManagerVersion)),
    /** Number of running instances. An error if the group has an autoscaler whose mode is not `OFF`. */
    targetSize: count,
    /** Number of stopped instances. */
    targetStoppedSize: count,
    /** Number of suspended instances. */
    targetSuspendedSize: count,
    /** Target pools that instances are added to. Order does not matter. An empty list removes all pools. */
    targetPools: setKind(linkKind({ collection: "targetPools", scopes: ["region"], ownRegion })),
    /** Policies of auto-healing, at most one. An empty list removes it. */
    autoHealingPolicies: setKind(objectKind(instanceGroupManagerAutoHealingPolicy)),
    /** How the group updates its instances. */
    updatePolicy:
      scope === "region"
        ? objectKind(instanceGroupManagerUpdatePolicy, updatePolicyAliases)
        : objectKind(zonalInstanceGroupManagerUpdatePolicy, updatePolicyAliases),
    ...(scope === "region" ? regionalOnly : {}),
    /** The group's handling of instances that fail. */
    instanceLifecyclePolicy: objectKind(instanceGroupManagerInstanceLifecyclePolicy),
    /** Machine types that the group can choose. They override the template. */
    instanceFlexibilityPolicy: objectKind(instanceGroupManagerInstanceFlexibilityPolicy),
    /** Disks and addresses that instances keep. */
    statefulPolicy: objectKind(statefulPolicy),
    /** How stopped and suspended instances are used. */
    standbyPolicy: objectKind(instanceGroupManagerStandbyPolicy),
    /**
     * Says whether the service returns the list of instances in pages.
     *
     * @values `PAGELESS`: in one answer. `PAGINATED`: in pages.
     */
    listManagedInstancesResults: wordKind("PAGELESS", "PAGINATED"),
    /** Metadata and labels of every instance. They override the template. */
    allInstancesConfig: objectKind(instanceGroupManagerAllInstancesConfig, {
      metadata: "properties: { metadata: … }",
      labels: "properties: { labels: … }",
    }),
    /** The workload policy. */
    resourcePolicies: objectKind(instanceGroupManagerResourcePolicies),
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
    concealed: [["allInstancesConfig", "properties", "metadata"]],
  });
}

/** By the scope that a group is in. */
export const groupShapes: Readonly<Record<GroupScope, Shape>> = {
  region: makeGroupShape("region"),
  zone: makeGroupShape("zone"),
};

/** The outputs that no program sets. */
export const groupOutputs: FieldTable = {
  /**
   * The group's status after the last step.
   *
   * @type InstanceGroupManagerStatus
   */
  status: outputAs(statusForm),
  /**
   * How many instances are in which action, after the last step.
   *
   * @type InstanceGroupManagerActions
   */
  currentActions: outputAs(actionsForm),
  /**
   * URL of the instance group that the group manages.
   *
   * @always
   */
  instanceGroup: output,
  /**
   * Named ports of the instance group.
   *
   * @type NamedPort[]
   */
  namedPorts: outputAs({ list: { members: { name: "text", port: "number" } } }),
  /** Reserved by the service. */
  satisfiesPzi: outputAs("boolean"),
  /** Reserved by the service. */
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
