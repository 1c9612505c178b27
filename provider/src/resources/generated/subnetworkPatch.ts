/* `npm run docs:reference` writes this file from resources/subnetworkPatch.ts. */

import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { Open, RestorePolicy } from "../../types/common";
import type * as inputs from "../../types/input";

const declaration: Declaration = {
  kind: "SubnetworkPatch",
  deletesFirst: true,
  importAdvice: "Declare the fields to manage: if the subnetwork already has these values, the create sends nothing.",
};

/**
 * Some settings of a subnetwork **that somebody else created**, such as the secondary ranges of one cluster.
 * Fields and ranges that you leave out are never touched.
 *
 * Each secondary range is managed on its own, by its name. The request has the ranges of everybody from a fresh
 * read, and the service refuses it if somebody else changes the subnetwork at the same time; then the step tries
 * again. Where a step removes ranges and adds others, it sends two requests, because the service does not take
 * both in one.
 *
 * `privateIpGoogleAccess` has a method of its own at the service, and is not here.
 *
 * As an output, each field has only what the program manages, with URLs for links.
 *
 * If you remove a field from the program, it returns to the value that it had before this resource first changed
 * it. If somebody else has changed the field since, the resource leaves it alone and shows a warning. Destroy
 * leaves the subnetwork as it is, unless `deletionPolicy` is `RESTORE`.
 *
 * Several patches can manage one subnetwork if they manage different fields or items. If two patches of one
 * program and one provider manage the same, the preview shows an error. Patches of different programs that manage
 * the same overwrite each other in every run. `patches.md` has the details, and what the owner of a subnetwork
 * writes to leave a patch alone.
 *
 * Id: the path of the subnetwork, `projects/PROJECT/regions/REGION/subnetworks/NAME`. Nothing can look it up by
 * that id, because only the program knows which fields it manages.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another).
 *
 * Permissions: `compute.subnetworks.get`, `compute.subnetworks.update`, `compute.regionOperations.get`,
 * `compute.regionOperations.list`, and the right to use what its links name. Scope: `compute` or `cloud-platform`.
 *
 * Source: subnetworks.get and subnetworks.patch of the public v1 reference.
 *
 * @example A range for the pods of one cluster
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const pods = new gce.SubnetworkPatch("pods", {
 *   subnetwork: "regions/us-central1/subnetworks/workloads",
 *   secondaryIpRanges: [{ rangeName: "pods-blue", ipCidrRange: "10.60.0.0/16" }],
 *   deletionPolicy: "RESTORE",
 * });
 * export const ranges = pods.secondaryIpRanges;
 * ```
 */
export class SubnetworkPatch extends pulumi.CustomResource {
  /** Project of the subnetwork. */
  declare readonly project: pulumi.Output<string>;
  /** Region of the subnetwork. */
  declare readonly region: pulumi.Output<string>;
  /** The subnetwork. */
  declare readonly subnetwork: pulumi.Output<string>;
  /** Secondary ranges, each found by its `rangeName`. */
  declare readonly secondaryIpRanges: pulumi.Output<Managed["secondaryIpRanges"]>;
  /** The flow logs. */
  declare readonly logConfig: pulumi.Output<Managed["logConfig"]>;
  /** Access of instances to the APIs of Google by IPv6. */
  declare readonly privateIpv6GoogleAccess: pulumi.Output<
    | Open<"DISABLE_GOOGLE_ACCESS" | "ENABLE_BIDIRECTIONAL_ACCESS_TO_GOOGLE" | "ENABLE_OUTBOUND_VM_ACCESS_TO_GOOGLE">
    | undefined
  >;
  /** Says whether a proxy-only subnetwork is the one in use (`ACTIVE`) or the one to come (`BACKUP`). */
  declare readonly role: pulumi.Output<Open<"ACTIVE" | "BACKUP"> | undefined>;
  /** Versions of addresses that instances have. */
  declare readonly stackType: pulumi.Output<Open<"IPV4_ONLY" | "IPV4_IPV6" | "IPV6_ONLY"> | undefined>;
  /** Reach of the addresses of version 6. */
  declare readonly ipv6AccessType: pulumi.Output<Open<"EXTERNAL" | "INTERNAL"> | undefined>;
  /**
   * Every member that the resource manages, such as `secondaryIpRanges["pods-blue"].ipCidrRange`; that of an item
   * has the key of the item in it. The preview knows it. The resource itself needs it, to find the members that
   * leave the program.
   */
  declare readonly managedFields: pulumi.Output<string[]>;
  /**
   * The values of the managed fields before this resource first changed them, recorded once. A field or an item is
   * absent if it was absent, or if nobody knows its earlier value: a warning names it, and no restore changes it.
   * The resource itself needs it, to restore a field that leaves the program, and at a destroy with `RESTORE`. A
   * secret.
   */
  declare readonly previousValues: pulumi.Output<Managed | undefined>;
  /** Fingerprint of the subnetwork after the last step. Each change reads a fresh one. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** Always `compute#subnetwork`. */
  declare readonly kind: pulumi.Output<string>;
  /** The service's own number for the subnetwork (the API's `id`), as a string, because it does not fit a number. */
  declare readonly numericId: pulumi.Output<string>;
  /** When the service created the subnetwork, in RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the subnetwork. The preview knows it. */
  declare readonly selfLink: pulumi.Output<string>;
  /** Primary range of the subnetwork. */
  declare readonly ipCidrRange: pulumi.Output<string | undefined>;
  /** URL of the network. */
  declare readonly network: pulumi.Output<string | undefined>;
  /** Address of the default gateway. */
  declare readonly gatewayAddress: pulumi.Output<string | undefined>;
  /** Purpose of the subnetwork. */
  declare readonly purpose: pulumi.Output<string | undefined>;
  /** State of the subnetwork: `READY` or `DRAINING`. */
  declare readonly state: pulumi.Output<string | undefined>;

  /**
   * @param name logical name
   * @param args the subnetwork, and its managed settings
   * @param options Pulumi's options. `id`, `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: SubnetworkPatchArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /** True if an object is a `SubnetworkPatch`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is SubnetworkPatch {
    return isResourceKind(declaration.kind, object);
  }
}

/** Settings of a subnetwork as they are read. */
type Managed = pulumi.Unwrap<SubnetworkPatchSettings>;

/** The settings of a subnetwork that a program can manage. */
export type SubnetworkPatchSettings = Omit<
  SubnetworkPatchArgs,
  "project" | "region" | "subnetwork" | "previous" | "deletionPolicy"
>;

/**
 * The subnetwork, and the fields that the resource manages: at least one. Every link takes a name, a path, a full
 * URL, or another resource's `id` or `selfLink`.
 */
export interface SubnetworkPatchArgs {
  /** Project of the subnetwork. Default: the project that the link names, or else `gcp:project`. A change replaces. */
  project?: pulumi.Input<string | undefined>;
  /** Region of the subnetwork. Default: the region that the link names, or else `gcp:region`. A change replaces. */
  region?: pulumi.Input<string | undefined>;
  /** The subnetwork, which must exist. A change replaces. */
  subnetwork: pulumi.Input<string>;
  /** Secondary ranges, each found by its `rangeName`. Ranges of others stay. */
  secondaryIpRanges?: pulumi.Input<pulumi.Input<inputs.SubnetworkSecondaryRange>[] | undefined>;
  /** The flow logs. */
  logConfig?: pulumi.Input<inputs.SubnetworkLogConfig | undefined>;
  /**
   * Access of instances to the APIs of Google by IPv6.
   *
   * @values `DISABLE_GOOGLE_ACCESS`: none. `ENABLE_BIDIRECTIONAL_ACCESS_TO_GOOGLE`: in both directions.
   * `ENABLE_OUTBOUND_VM_ACCESS_TO_GOOGLE`: from the instances.
   */
  privateIpv6GoogleAccess?: pulumi.Input<
    | Open<"DISABLE_GOOGLE_ACCESS" | "ENABLE_BIDIRECTIONAL_ACCESS_TO_GOOGLE" | "ENABLE_OUTBOUND_VM_ACCESS_TO_GOOGLE">
    | undefined
  >;
  /**
   * Says whether a proxy-only subnetwork is the one in use (`ACTIVE`) or the one to come (`BACKUP`).
   *
   * @values `ACTIVE`: in use. `BACKUP`: to come.
   */
  role?: pulumi.Input<Open<"ACTIVE" | "BACKUP"> | undefined>;
  /**
   * Versions of addresses that instances have.
   *
   * @values `IPV4_ONLY`: version 4. `IPV4_IPV6`: both. `IPV6_ONLY`: version 6.
   */
  stackType?: pulumi.Input<Open<"IPV4_ONLY" | "IPV4_IPV6" | "IPV6_ONLY"> | undefined>;
  /**
   * Reach of the addresses of version 6. The service sets it once, with `stackType`.
   *
   * @values `EXTERNAL`: the internet. `INTERNAL`: the network.
   */
  ipv6AccessType?: pulumi.Input<Open<"EXTERNAL" | "INTERNAL"> | undefined>;
  /**
   * The effect of a delete on the settings: `RETAIN` keeps them. `RESTORE` restores the earlier values, and takes
   * out the items that this resource has added, except what somebody else has changed since. `PREVENT` makes the
   * delete an error. Default: `gcp:deletionPolicy` (`ABANDON` means `RETAIN`), or `RETAIN`. A change makes no call.
   */
  deletionPolicy?: pulumi.Input<RestorePolicy | undefined>;
  /**
   * The earlier values, in the shape of the arguments above. Give it when a warning says that they are not known, or
   * that the value of the program counts as the earlier one: a run was killed between its change and the writing of
   * the state, or another resource managed the field. It replaces what is recorded: `previousValues` shows what
   * holds.
   */
  previous?: pulumi.Input<SubnetworkPatchSettings | undefined>;
}
