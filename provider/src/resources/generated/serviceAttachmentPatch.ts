/* `npm run docs:reference` writes this file from resources/serviceAttachmentPatch.ts. */

import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { Open, RestorePolicy } from "../../types/common";
import type * as inputs from "../../types/input";
import type * as outputs from "../../types/output";

const declaration: Declaration = {
  kind: "ServiceAttachmentPatch",
  deletesFirst: true,
  importAdvice:
    "Declare the fields to manage: if the service attachment already has these values, the create sends nothing.",
};

/**
 * Some settings of a service attachment **that somebody else created**, such as the accepted project of one team.
 * Fields and consumers that you leave out are never touched.
 *
 * Each consumer and each subnetwork for NAT is managed on its own. The request has those of everybody from a fresh
 * read, and the service refuses it if somebody else changes the attachment at the same time; then the step tries
 * again.
 *
 * As an output, each field has only what the program manages, with URLs for links.
 *
 * If you remove a field from the program, it returns to the value that it had before this resource first changed
 * it. If somebody else has changed the field since, the resource leaves it alone and shows a warning. Destroy
 * leaves the service attachment as it is, unless `deletionPolicy` is `RESTORE`.
 *
 * Several patches can manage one service attachment if they manage different fields or items. If two patches of
 * one program and one provider manage the same, the preview shows an error. Patches of different programs that
 * manage the same overwrite each other in every run. `patches.md` has the details, and what the owner of a service
 * attachment writes to leave a patch alone.
 *
 * Id: the path of the service attachment, `projects/PROJECT/regions/REGION/serviceAttachments/NAME`. Nothing can
 * look it up by that id, because only the program knows which fields it manages.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another).
 *
 * Permissions: `compute.serviceAttachments.get`, `compute.serviceAttachments.update`,
 * `compute.regionOperations.get`, `compute.regionOperations.list`, and the right to use what its links name.
 * Scope: `compute` or `cloud-platform`.
 *
 * Source: serviceAttachments.get and serviceAttachments.patch of the public v1 reference.
 *
 * @example A project that may connect
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const consumer = new gce.ServiceAttachmentPatch("consumer", {
 *   serviceAttachment: "regions/us-central1/serviceAttachments/ledger",
 *   consumerAcceptLists: [{ projectIdOrNum: "team-blue", connectionLimit: 4 }],
 *   deletionPolicy: "RESTORE",
 * });
 * export const accepted = consumer.consumerAcceptLists;
 * ```
 */
export class ServiceAttachmentPatch extends pulumi.CustomResource {
  /** Project of the service attachment. */
  declare readonly project: pulumi.Output<string>;
  /** Region of the service attachment. */
  declare readonly region: pulumi.Output<string>;
  /** The service attachment. */
  declare readonly serviceAttachment: pulumi.Output<string>;
  /** Description of the attachment. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Consumers that may connect, each found by its project, network or endpoint. */
  declare readonly consumerAcceptLists: pulumi.Output<Managed["consumerAcceptLists"]>;
  /** Projects or networks that may not connect. */
  declare readonly consumerRejectLists: pulumi.Output<string[] | undefined>;
  /** Subnetworks for the addresses of NAT. */
  declare readonly natSubnets: pulumi.Output<string[] | undefined>;
  /** Says whether everybody may connect (`ACCEPT_AUTOMATIC`), or only accepted consumers. */
  declare readonly connectionPreference: pulumi.Output<Open<"ACCEPT_AUTOMATIC" | "ACCEPT_MANUAL"> | undefined>;
  /** Says whether a change of the lists changes connections that exist. */
  declare readonly reconcileConnections: pulumi.Output<boolean | undefined>;
  /** Says whether connections begin with the header of the PROXY protocol. */
  declare readonly enableProxyProtocol: pulumi.Output<boolean | undefined>;
  /** The most connections that one consumer can propagate by Network Connectivity Center. */
  declare readonly propagatedConnectionLimit: pulumi.Output<number | undefined>;
  /**
   * Every member that the resource manages, such as `consumerAcceptLists["projects/team-blue"].connectionLimit`;
   * that of an item has the key of the item in it. The preview knows it. The resource itself needs it, to find the
   * members that leave the program.
   */
  declare readonly managedFields: pulumi.Output<string[]>;
  /**
   * The values of the managed fields before this resource first changed them, recorded once. A field or an item is
   * absent if it was absent, or if nobody knows its earlier value: a warning names it, and no restore changes it.
   * The resource itself needs it, to restore a field that leaves the program, and at a destroy with `RESTORE`. A
   * secret.
   */
  declare readonly previousValues: pulumi.Output<Managed | undefined>;
  /** Fingerprint of the service attachment after the last step. Each change reads a fresh one. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** Always `compute#serviceAttachment`. */
  declare readonly kind: pulumi.Output<string>;
  /**
   * The service's own number for the service attachment (the API's `id`), as a string, because it does not fit a
   * number.
   */
  declare readonly numericId: pulumi.Output<string>;
  /** When the service created the service attachment, in RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the service attachment. The preview knows it. */
  declare readonly selfLink: pulumi.Output<string>;
  /** URL of the service that answers. */
  declare readonly targetService: pulumi.Output<string | undefined>;
  /** The connections of consumers, after the last step. */
  declare readonly connectedEndpoints: pulumi.Output<outputs.ServiceAttachmentConnectedEndpoint[] | undefined>;

  /**
   * @param name logical name
   * @param args the service attachment, and its managed settings
   * @param options Pulumi's options. `id`, `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: ServiceAttachmentPatchArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /** True if an object is a `ServiceAttachmentPatch`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is ServiceAttachmentPatch {
    return isResourceKind(declaration.kind, object);
  }
}

/** Settings of a service attachment as they are read. */
type Managed = pulumi.Unwrap<ServiceAttachmentPatchSettings>;

/** The settings of a service attachment that a program can manage. */
export type ServiceAttachmentPatchSettings = Omit<
  ServiceAttachmentPatchArgs,
  "project" | "region" | "serviceAttachment" | "previous" | "deletionPolicy"
>;

/**
 * The service attachment, and the fields that the resource manages: at least one. Every link takes a name, a path,
 * a full URL, or another resource's `id` or `selfLink`.
 */
export interface ServiceAttachmentPatchArgs {
  /**
   * Project of the service attachment. Default: the project that the link names, or else `gcp:project`. A change
   * replaces.
   */
  project?: pulumi.Input<string | undefined>;
  /**
   * Region of the service attachment. Default: the region that the link names, or else `gcp:region`. A change
   * replaces.
   */
  region?: pulumi.Input<string | undefined>;
  /** The service attachment, which must exist. A change replaces. */
  serviceAttachment: pulumi.Input<string>;
  /** Description of the attachment. */
  description?: pulumi.Input<string | undefined>;
  /**
   * Consumers that may connect, each found by its project, network or endpoint. Those of others stay. The lists need
   * `connectionPreference` ACCEPT_MANUAL.
   */
  consumerAcceptLists?: pulumi.Input<pulumi.Input<inputs.ServiceAttachmentConsumer>[] | undefined>;
  /** Projects or networks that may not connect. Those of others stay. */
  consumerRejectLists?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Subnetworks for the addresses of NAT. Those of others stay. */
  natSubnets?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Says whether everybody may connect (`ACCEPT_AUTOMATIC`), or only accepted consumers.
   *
   * @values `ACCEPT_AUTOMATIC`: everybody. `ACCEPT_MANUAL`: only accepted consumers.
   */
  connectionPreference?: pulumi.Input<Open<"ACCEPT_AUTOMATIC" | "ACCEPT_MANUAL"> | undefined>;
  /** Says whether a change of the lists changes connections that exist. */
  reconcileConnections?: pulumi.Input<boolean | undefined>;
  /** Says whether connections begin with the header of the PROXY protocol. */
  enableProxyProtocol?: pulumi.Input<boolean | undefined>;
  /** The most connections that one consumer can propagate by Network Connectivity Center. */
  propagatedConnectionLimit?: pulumi.Input<number | undefined>;
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
  previous?: pulumi.Input<ServiceAttachmentPatchSettings | undefined>;
}
