import { invalidField } from "../errors";
import { fixedOrPercentField } from "../fixedOrPercent";
import { NAME_PATTERN } from "../identifiers";
import { errorsField } from "../operationFields";
import {
  commonOutputFields,
  output,
  type Field,
  type Fields,
  type MapField,
  type NumberField,
  type Place,
  type StringField,
} from "../schema";

const text = { type: "string" } as const;
const seconds: NumberField = { type: "integer", minimum: 0, maximum: 3600 };
const size: NumberField = { type: "integer", minimum: 0 };

const AUTO_DELETE = ["NEVER", "ON_PERMANENT_INSTANCE_DELETION"];
const ACTIONS = ["NONE", "REFRESH", "REPLACE", "RESTART"];

/** Links to what is not emulated: their form is checked. */
function link(...to: readonly string[]): StringField {
  return { type: "string", reference: { to, mustExist: false } };
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

const preserved: MapField = {
  type: "map",
  values: { type: "object", fields: { autoDelete: { type: "string", values: AUTO_DELETE } } },
};

function counts(...names: readonly string[]): Record<string, Field> {
  return Object.fromEntries(names.map((name) => [name, { type: "integer" } as const]));
}

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

function baseInstanceName(value: string, { field }: Place): string {
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

/** Fields of a managed instance group, zonal or regional. */
export const groupFields: Fields = {
  ...commonOutputFields,
  zone: output(text),
  region: output(text),
  instanceGroup: output(text),
  name: { type: "string", pattern: NAME_PATTERN },
  description: text,
  baseInstanceName: { type: "string", canonical: baseInstanceName },
  fingerprint: { type: "bytes" },
  instanceTemplate,
  versions: {
    type: "list",
    items: { type: "object", fields: { name: text, instanceTemplate, targetSize: fixedOrPercentField } },
  },
  allInstancesConfig: {
    type: "object",
    fields: {
      properties: {
        type: "object",
        fields: { metadata: { type: "map", values: text }, labels: { type: "map", values: text } },
      },
    },
  },
  targetPools: {
    type: "list",
    items: link("projects/{project}/regions/{region}/targetPools/{targetPool}"),
  },
  targetSize: size,
  targetStoppedSize: size,
  targetSuspendedSize: size,
  distributionPolicy: {
    type: "object",
    fields: {
      zones: {
        type: "list",
        items: { type: "object", fields: { zone: { ...link("projects/{project}/zones/{zone}"), required: true } } },
      },
      targetShape: { type: "string", values: ["ANY", "ANY_SINGLE_ZONE", "BALANCED", "EVEN"] },
    },
  },
  instanceFlexibilityPolicy: {
    type: "object",
    fields: {
      instanceSelections: {
        type: "map",
        values: {
          type: "object",
          fields: { machineTypes: { type: "list", items: text }, rank: { type: "integer" } },
        },
      },
    },
  },
  listManagedInstancesResults: { type: "string", values: ["PAGELESS", "PAGINATED"] },
  standbyPolicy: {
    type: "object",
    fields: { initialDelaySec: seconds, mode: { type: "string", values: ["MANUAL", "SCALE_OUT_POOL"] } },
  },
  autoHealingPolicies: {
    type: "list",
    maximumItems: 1,
    items: { type: "object", fields: { healthCheck, initialDelaySec: seconds } },
  },
  updatePolicy: {
    type: "object",
    fields: {
      type: { type: "string", values: ["OPPORTUNISTIC", "PROACTIVE"] },
      instanceRedistributionType: { type: "string", values: ["NONE", "PROACTIVE"] },
      minimalAction: { type: "string", values: ACTIONS },
      mostDisruptiveAllowedAction: { type: "string", values: ACTIONS },
      replacementMethod: { type: "string", values: ["RECREATE", "SUBSTITUTE"] },
      maxSurge: fixedOrPercentField,
      maxUnavailable: fixedOrPercentField,
    },
  },
  statefulPolicy: {
    type: "object",
    fields: {
      preservedState: {
        type: "object",
        fields: { disks: preserved, internalIPs: preserved, externalIPs: preserved },
      },
    },
  },
  instanceLifecyclePolicy: {
    type: "object",
    fields: {
      forceUpdateOnRepair: { type: "string", values: ["NO", "YES"] },
      defaultActionOnFailure: { type: "string", values: ["DO_NOTHING", "REPAIR"] },
    },
  },
  resourcePolicies: {
    type: "object",
    fields: { workloadPolicy: link("projects/{project}/regions/{region}/resourcePolicies/{resourcePolicy}") },
  },
  currentActions: output({ type: "object", fields: counts(...ACTION_COUNTS) }),
  status: output({
    type: "object",
    fields: {
      isStable: { type: "boolean" },
      allInstancesConfig: {
        type: "object",
        fields: { effective: { type: "boolean" }, currentRevision: { type: "string", format: "timestamp" } },
      },
      versionTarget: { type: "object", fields: { isReached: { type: "boolean" } } },
      stateful: {
        type: "object",
        fields: {
          hasStatefulConfig: { type: "boolean" },
          perInstanceConfigs: { type: "object", fields: { allEffective: { type: "boolean" } } },
        },
      },
      autoscaler: text,
    },
  }),
  namedPorts: output({
    type: "list",
    items: { type: "object", fields: { name: text, port: { type: "integer" } } },
  }),
  satisfiesPzi: output({ type: "boolean" }),
  satisfiesPzs: output({ type: "boolean" }),
};

const preservedAddress: MapField = {
  type: "map",
  values: {
    type: "object",
    fields: { autoDelete: text, ipAddress: { type: "object", fields: { literal: text, address: text } } },
  },
};

const preservedState: Field = {
  type: "object",
  fields: {
    disks: {
      type: "map",
      values: { type: "object", fields: { source: text, mode: text, autoDelete: text } },
    },
    metadata: { type: "map", values: text },
    internalIPs: preservedAddress,
    externalIPs: preservedAddress,
  },
};

/** Fields of an instance as its group lists it. */
export const managedInstanceFields: Fields = {
  name: text,
  instance: text,
  id: { type: "int64" },
  instanceStatus: text,
  currentAction: text,
  version: { type: "object", fields: { name: text, instanceTemplate: text } },
  instanceHealth: {
    type: "list",
    items: { type: "object", fields: { healthCheck: text, detailedHealthState: text } },
  },
  lastAttempt: { type: "object", fields: { errors: errorsField } },
  preservedStateFromPolicy: preservedState,
  preservedStateFromConfig: preservedState,
  propertiesFromFlexibilityPolicy: { type: "object", fields: { machineType: text } },
};
