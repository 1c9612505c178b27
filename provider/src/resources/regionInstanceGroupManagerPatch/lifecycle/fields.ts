import type { LinkTarget } from "../../../compute/links";
import type { Field, FieldTable } from "../../../runtime/definition";
import { objectKind, setKind, sharedMapKind } from "../../../runtime/kinds/collections";
import type { Kind } from "../../../runtime/kinds/kind";
import { eitherKind, linkKind } from "../../../runtime/kinds/links";
import { integerKind, locationKind, outputKind, projectKind, textKind } from "../../../runtime/kinds/scalars";
import { zoneLinkKind } from "../../../runtime/kinds/zones";

export const groups: LinkTarget = { collection: "instanceGroupManagers", scopes: ["region"] };

const maximum = 2 ** 31 - 1;
const count = integerKind(0, maximum);
const secondsKind: Kind = { ...integerKind(0, 3600), isNothing: (value) => value === 0 };

/** Enumerations are open: the service adds values. */
const wordKind = textKind("a word in upper case, such as PROACTIVE", (value) =>
  /^[A-Z][A-Z0-9_]*$/.test(value) ? undefined : "a word of the service, in upper case with underscores",
);

/** At most 58 characters; a hyphen and `#` at the end ask for numbers, a number in brackets says where they begin. */
const baseInstanceNameKind = textKind("a prefix for instance names", (value) => {
  if (value.length > 58) return `at most 58 characters long (it has ${String(value.length)})`;
  return /^[a-z]([-a-z0-9]*[a-z0-9])?(-#{1,10}(\[\d{1,10}\])?)?$/.test(value)
    ? undefined
    : 'lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen (RFC 1035), with "-" and one to ten "#" at the end for numbers, such as web-###';
});

const sizeAliases = { value: "fixed", percentage: "percent" };

/** Members that exclude each other: changed as one. */
const fixedOrPercentKind: Kind = (() => {
  const members = objectKind({ fixed: count, percent: integerKind(0, 100) }, sizeAliases);
  return {
    ...members,
    whole: true,
    problems(value, property, context) {
      const problems = members.problems(value, property, context);
      if (problems.length > 0) return problems;
      const given = Object.keys(value as object).length;
      const rule = given === 0 ? "either fixed or percent" : "either fixed or percent, not both";
      return given === 1 ? [] : [{ property, reason: `${property} must have ${rule}.` }];
    },
  };
})();

const templateKind = linkKind({ collection: "instanceTemplates", scopes: ["global", "region"] });

const healthCheckOf = (collection: string): Kind => linkKind({ collection, scopes: ["global", "region"] });
const healthCheckKind = eitherKind(
  healthCheckOf("httpHealthChecks"),
  eitherKind(healthCheckOf("httpsHealthChecks"), healthCheckOf("healthChecks"), (link) =>
    link.includes("/httpsHealthChecks/"),
  ),
  (link) => link.includes("/httpHealthChecks/"),
);

const autoDeleteMap = sharedMapKind(objectKind({ autoDelete: wordKind }, { deleteRule: "autoDelete" }));

/** What can be managed of a group, in the API's own shape. */
const managed = {
  description: textKind(),
  baseInstanceName: baseInstanceNameKind,
  instanceTemplate: templateKind,
  versions: setKind(objectKind({ name: textKind(), instanceTemplate: templateKind, targetSize: fixedOrPercentKind })),
  targetSize: count,
  targetStoppedSize: count,
  targetSuspendedSize: count,
  targetPools: setKind(linkKind({ collection: "targetPools", scopes: ["region"] })),
  autoHealingPolicies: setKind(objectKind({ healthCheck: healthCheckKind, initialDelaySec: secondsKind })),
  updatePolicy: objectKind(
    {
      type: wordKind,
      instanceRedistributionType: wordKind,
      minimalAction: wordKind,
      mostDisruptiveAllowedAction: wordKind,
      replacementMethod: wordKind,
      maxSurge: fixedOrPercentKind,
      maxUnavailable: fixedOrPercentKind,
    },
    {
      maxSurgeFixed: "maxSurge: { fixed: … }",
      maxSurgePercent: "maxSurge: { percent: … }",
      maxUnavailableFixed: "maxUnavailable: { fixed: … }",
      maxUnavailablePercent: "maxUnavailable: { percent: … }",
    },
  ),
  distributionPolicy: objectKind({ zones: setKind(objectKind({ zone: zoneLinkKind })), targetShape: wordKind }),
  instanceLifecyclePolicy: objectKind({ forceUpdateOnRepair: wordKind, defaultActionOnFailure: wordKind }),
  instanceFlexibilityPolicy: objectKind({
    instanceSelections: sharedMapKind(
      objectKind({ machineTypes: setKind(textKind()), rank: integerKind(-maximum - 1, maximum) }),
    ),
  }),
  statefulPolicy: objectKind({
    preservedState: objectKind({ disks: autoDeleteMap, internalIPs: autoDeleteMap, externalIPs: autoDeleteMap }),
  }),
  standbyPolicy: objectKind({ initialDelaySec: secondsKind, mode: wordKind }),
  listManagedInstancesResults: wordKind,
  allInstancesConfig: objectKind(
    { properties: objectKind({ metadata: sharedMapKind(textKind()), labels: sharedMapKind(textKind()) }) },
    { metadata: "properties: { metadata: … }", labels: "properties: { labels: … }" },
  ),
  resourcePolicies: objectKind({
    workloadPolicy: linkKind({ collection: "resourcePolicies", scopes: ["region"] }),
  }),
} satisfies Record<string, Kind>;

/** The names of the fields that can be managed. */
export const managedNames = Object.keys(managed);

/** The group as far as it can be managed. */
export const groupKind = objectKind(managed);

const output: Field = { kind: outputKind, change: "output" };

export const fields: FieldTable = {
  project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
  region: { kind: locationKind("region"), change: "replace", inPathOnly: true, required: true },
  instanceGroupManager: { kind: linkKind(groups), change: "replace", required: true },
  ...Object.fromEntries(Object.entries(managed).map(([name, kind]) => [name, { kind, change: "update" } as const])),
  // What is given to instances as metadata is often a secret.
  allInstancesConfig: { kind: managed.allInstancesConfig, change: "update", secret: true },
  previous: { kind: groupKind, change: "createOnly", secret: ["allInstancesConfig"] },
  managedFields: output,
  previousValues: { ...output, secret: ["allInstancesConfig"] },
  fingerprint: output,
  status: output,
  currentActions: output,
  kind: output,
  numericId: { ...output, apiName: "id" },
  creationTimestamp: output,
  instanceGroup: output,
  selfLink: output,
  namedPorts: output,
  satisfiesPzi: output,
  satisfiesPzs: output,
};

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
