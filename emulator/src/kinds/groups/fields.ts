import { invalidField } from "../../basics/errors";
import { leftOut, officialFields } from "../generic/officialFields";
import { NAME_PATTERN } from "../../basics/identifiers";
import type { NumberField, FieldContext, StringField } from "../../basics/schema";
import { MAX_GROUP_SIZE } from "./policies";

const seconds: NumberField = { type: "integer", minimum: 0, maximum: 3600 };
/** Every instance is an object here: a size that no group of the service can have would take all memory. */
const size: NumberField = { type: "integer", minimum: 0, maximum: MAX_GROUP_SIZE };

/** A number of instances, given as such or as a share. */
const fixedOrPercentDeviations = { fixed: { minimum: 0 }, percent: { minimum: 0, maximum: 100 } };
const fixedOrPercent = { fields: officialFields("FixedOrPercent", fixedOrPercentDeviations) };

/** A link to one of these. */
function link(...to: readonly string[]): StringField {
  return { type: "string", reference: { to, mustExist: true } };
}

const instanceTemplate = link(
  "projects/{project}/global/instanceTemplates/{instanceTemplate}",
  "projects/{project}/regions/{region}/instanceTemplates/{instanceTemplate}",
);

const healthCheck = link(
  "projects/{project}/global/healthChecks/{healthCheck}",
  "projects/{project}/regions/{region}/healthChecks/{healthCheck}",
  "projects/{project}/global/httpHealthChecks/{healthCheck}",
  "projects/{project}/global/httpsHealthChecks/{healthCheck}",
);

/** The actions that `currentActions` counts, in the spelling of its members. */
export const ACTION_COUNTS = [
  "none",
  "creating",
  "creatingWithoutRetries",
  "verifying",
  "recreating",
  "deleting",
  "abandoning",
  "restarting",
  "refreshing",
  "suspending",
  "resuming",
  "stopping",
  "starting",
] as const;

function baseInstanceName(value: string, { field }: FieldContext): string {
  // A hyphen and #s at the end ask for sequential numbers with that many digits; otherwise four characters are added.
  if (value.length > 58 || !NAME_PATTERN.test(value.replace(/-#+$/, ""))) {
    throw invalidField(
      field,
      value,
      `Must be a match of regex '${NAME_PATTERN.source}', with at most 58 characters, and may end with -#.`,
    );
  }
  return value;
}

/** Fields of a managed instance group, zonal or regional. Those that are left out are not in the specification. */
export const groupFields = officialFields("InstanceGroupManager", {
  name: { pattern: NAME_PATTERN },
  baseInstanceName: { canonical: baseInstanceName },
  fingerprint: { type: "bytes" },
  instanceTemplate,
  "versions.instanceTemplate": instanceTemplate,
  "versions.targetSize": fixedOrPercent,
  targetPools: { items: link("projects/{project}/regions/{region}/targetPools/{targetPool}") },
  targetSize: size,
  targetStoppedSize: size,
  targetSuspendedSize: size,
  targetSizePolicy: leftOut,
  "distributionPolicy.zones.zone": {
    required: true,
    reference: { to: "projects/{project}/zones/{zone}", mustExist: false },
  },
  "standbyPolicy.initialDelaySec": seconds,
  autoHealingPolicies: { maximumItems: 1 },
  "autoHealingPolicies.healthCheck": healthCheck,
  "autoHealingPolicies.initialDelaySec": seconds,
  "updatePolicy.maxSurge": fixedOrPercent,
  "updatePolicy.maxUnavailable": fixedOrPercent,
  "instanceLifecyclePolicy.onFailedHealthCheck": leftOut,
  "instanceLifecyclePolicy.onRepair": leftOut,
  "resourcePolicies.workloadPolicy": link("projects/{project}/regions/{region}/resourcePolicies/{resourcePolicy}"),
  "status.appliedAcceleratorTopologies": leftOut,
  "status.bulkInstanceOperation": leftOut,
  "status.currentInstanceStatuses": leftOut,
});

/** Fields of an instance as its group lists it. */
export const managedInstanceFields = officialFields("ManagedInstance", {
  scheduling: leftOut,
  shutdownDetails: leftOut,
});
