import { eitherMemberKind, objectKind, setKind, sharedMapKind } from "../../../fields/collections";
import type { Kind } from "../../../fields/kind";
import { anyLinkKind, clearableLinkKind, linkKind } from "../../../fields/links";
import { integerKind, textKind, wordKind } from "../../../fields/scalars";
import { zoneLinkKind } from "./zones";

/*
 * The members of the objects among the settings of a group. `npm run docs:reference` makes a public type of each literal with a
 * doc comment.
 */

const maximum = 2 ** 31 - 1;
/** How many of something. */
export const count = integerKind(0, maximum);
const secondsKind: Kind = { ...integerKind(0, 3600), isNothing: (value) => value === 0 };
/** The objects that a group uses are global, or in its region. */
export const ownRegion = "the group";
const usable = { scopes: ["global", "region"], ownRegion } as const;
/** The template of instances. */
export const templateKind = linkKind({ collection: "instanceTemplates", ...usable });
const healthCheckKind = anyLinkKind(["healthChecks", "httpsHealthChecks", "httpHealthChecks"], usable);
const actionKind = wordKind("NONE", "REFRESH", "RESTART", "REPLACE");

/** Some instances, or a share of them: exactly one of the two. */
const fixedOrPercent = {
  /** The number of instances, 0 or more. */
  fixed: count,
  /** Percent of the group's target size, 0 to 100. */
  percent: integerKind(0, 100),
};
const sizeKind = eitherMemberKind(fixedOrPercent, { value: "fixed", percentage: "percent" });

/** One version of a group's instances. */
export const instanceGroupManagerVersion = {
  /** Unique among the group's versions. */
  name: textKind(),
  /**
   * The template of these instances.
   *
   * @required
   */
  instanceTemplate: templateKind,
  /** How many instances. Exactly one version has none, and takes the rest. */
  targetSize: sizeKind,
};

/** When the group repairs instances. */
export const instanceGroupManagerAutoHealingPolicy = {
  /** The health check that tells. */
  healthCheck: healthCheckKind,
  /** Seconds after its start in which a new instance may fail the check, 0 to 3600. Service's default: 0. */
  initialDelaySec: secondsKind,
};

/** How a group of one zone updates its instances. */
export const zonalInstanceGroupManagerUpdatePolicy = {
  /** How updates begin. `PROACTIVE`: the group updates instances by itself; `OPPORTUNISTIC`: only those that somebody names. */
  type: wordKind("OPPORTUNISTIC", "PROACTIVE"),
  /**
   * The smallest action on an instance.
   *
   * @values `NONE`: none. `REFRESH`: what needs no restart. `RESTART`: a restart. `REPLACE`: a new instance.
   */
  minimalAction: actionKind,
  /**
   * The largest action on an instance. The group does not make an update that needs more.
   *
   * @values `NONE`: none. `REFRESH`: what needs no restart. `RESTART`: a restart. `REPLACE`: a new instance.
   */
  mostDisruptiveAllowedAction: actionKind,
  /**
   * Says whether a replaced instance keeps its name (`RECREATE`).
   *
   * @values `RECREATE`: it keeps its name. `SUBSTITUTE`: it gets another one, and is made before the old one goes.
   */
  replacementMethod: wordKind("RECREATE", "SUBSTITUTE"),
  /** How many instances there may be above the target size. Not 0 together with `maxUnavailable`. */
  maxSurge: sizeKind,
  /** How many instances may be out of service. A percentage only for a group of 10 or more instances. */
  maxUnavailable: sizeKind,
};

/** How the group updates its instances. */
export const instanceGroupManagerUpdatePolicy = {
  ...zonalInstanceGroupManagerUpdatePolicy,
  /**
   * Says whether the group moves instances to keep zones even.
   *
   * @values `NONE`: it moves none. `PROACTIVE`: it moves them.
   */
  instanceRedistributionType: wordKind("NONE", "PROACTIVE"),
};
/** One zone of a regional group. */
const distributionPolicyZone = {
  /**
   * Its name, path or URL.
   *
   * @required
   */
  zone: zoneLinkKind,
};

/** The places of a regional group's instances. */
export const distributionPolicy = {
  /** The zones of the group, which never change. Order does not matter. Other zones are an error. */
  zones: { ...setKind(objectKind(distributionPolicyZone)), fixed: true } as const,
  /**
   * The distribution that the group strives for.
   *
   * @values `ANY`: whatever zones have capacity. `ANY_SINGLE_ZONE`: one zone for all. `BALANCED`: as even as
   * capacity allows. `EVEN`: as many in each zone.
   */
  targetShape: wordKind("ANY", "ANY_SINGLE_ZONE", "BALANCED", "EVEN"),
};

/** The group's handling of instances that fail. */
export const instanceGroupManagerInstanceLifecyclePolicy = {
  /**
   * Says whether a repair applies the newest configuration.
   *
   * @values `NO`: the instance is as it was. `YES`: it does.
   */
  forceUpdateOnRepair: wordKind("NO", "YES"),
  /**
   * The action on a failed or unhealthy instance.
   *
   * @values `DO_NOTHING`: none. `REPAIR`: the group makes it anew.
   */
  defaultActionOnFailure: wordKind("DO_NOTHING", "REPAIR"),
};

/** Machine types of equal preference. */
const instanceGroupManagerInstanceSelection = {
  /** Full names, such as `n1-standard-16`. Order does not matter. */
  machineTypes: setKind(textKind()),
  /** The group prefers lower ranks. */
  rank: integerKind(-maximum - 1, maximum),
};

/** Machine types to choose from. */
export const instanceGroupManagerInstanceFlexibilityPolicy = {
  /** By names of your choice; `null` removes one. Other selections stay as they are. */
  instanceSelections: sharedMapKind(objectKind(instanceGroupManagerInstanceSelection)),
};

/** The effect of a permanent delete of the instance on a disk or an address. */
const statefulPolicyAutoDelete = {
  /**
   * When it goes. Service's default: `NEVER`.
   *
   * @values `NEVER`: it stays. `ON_PERMANENT_INSTANCE_DELETION`: it goes with the instance.
   */
  autoDelete: wordKind("NEVER", "ON_PERMANENT_INSTANCE_DELETION"),
};
const autoDeleteMap = sharedMapKind(objectKind(statefulPolicyAutoDelete, { deleteRule: "autoDelete" }));

/** Disks and addresses that instances keep; `null` removes one. Others stay as they are. */
const statefulPolicyPreservedState = {
  /** By device name. */
  disks: autoDeleteMap,
  /** By network interface name. */
  internalIPs: autoDeleteMap,
  /** By network interface name. */
  externalIPs: autoDeleteMap,
};

/** The state that instances keep. */
export const statefulPolicy = {
  /** The state that an instance keeps when the group makes it again. */
  preservedState: objectKind(statefulPolicyPreservedState),
};

/** How the group uses stopped and suspended instances. */
export const instanceGroupManagerStandbyPolicy = {
  /** Seconds between the making of an instance and its stop or suspension, 0 to 3600. Service's default: 0. */
  initialDelaySec: secondsKind,
  /**
   * Says whether the group starts standby instances when it grows.
   *
   * @values `MANUAL`: it does not. `SCALE_OUT_POOL`: it does, and fills up the standby instances.
   */
  mode: wordKind("MANUAL", "SCALE_OUT_POOL"),
};

/** Metadata and labels; `null` removes a key. Other keys stay as they are. */
const instancePropertiesPatch = {
  /** Metadata by key. Messages never show values. To encrypt them in the state, make the whole argument a secret. */
  metadata: sharedMapKind(textKind()),
  /** Labels by key. */
  labels: sharedMapKind(textKind()),
};

/** Configuration of every instance, above the template. */
export const instanceGroupManagerAllInstancesConfig = {
  /** Metadata and labels. */
  properties: objectKind(instancePropertiesPatch),
};

/** Resource policies of a group. */
export const instanceGroupManagerResourcePolicies = {
  /** The workload policy: its name, path or URL. An empty text removes the policy from the group. */
  workloadPolicy: clearableLinkKind({ collection: "resourcePolicies", scopes: ["region"], ownRegion }),
};
