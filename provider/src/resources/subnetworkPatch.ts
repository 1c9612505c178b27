import { rangeKind } from "../fields/addresses";
import { objectKind, setKind } from "../fields/collections";
import { keyedListKind } from "../fields/keyedList";
import { booleanKind, numberKind, resourceNameKind, textKind, wordKind } from "../fields/scalars";
import { makeShape } from "../fields/shape";
import { output } from "../lifecycle/schema/field";
import { patchedObject } from "./patchedObject";

/** One secondary range of a subnetwork. */
const subnetworkSecondaryRange = {
  /** Name of the range, which is its key in the list. */
  rangeName: resourceNameKind,
  /** The range in CIDR notation, such as `10.8.0.0/14`. A change removes the range and adds it again, which the service refuses while the range is in use. */
  ipCidrRange: rangeKind,
  /** The internal range that the addresses are reserved from. */
  reservedInternalRange: textKind(),
};

/** The flow logs of a subnetwork. */
const subnetworkLogConfig = {
  /** Says whether flow logs are on. */
  enable: booleanKind,
  /**
   * Time over which the service aggregates a connection.
   *
   * @values `INTERVAL_5_SEC`: 5 seconds. `INTERVAL_30_SEC`: 30 seconds. `INTERVAL_1_MIN`: 1 minute.
   * `INTERVAL_5_MIN`: 5 minutes. `INTERVAL_10_MIN`: 10 minutes. `INTERVAL_15_MIN`: 15 minutes.
   */
  aggregationInterval: wordKind(
    "INTERVAL_5_SEC",
    "INTERVAL_30_SEC",
    "INTERVAL_1_MIN",
    "INTERVAL_5_MIN",
    "INTERVAL_10_MIN",
    "INTERVAL_15_MIN",
  ),
  /** Share of the flows to log, 0 to 1. */
  flowSampling: numberKind(0, 1),
  /** Expression that chooses the flows to log. */
  filterExpr: textKind(),
  /**
   * Metadata that each log has.
   *
   * @values `EXCLUDE_ALL_METADATA`: none. `INCLUDE_ALL_METADATA`: all. `CUSTOM_METADATA`: those of `metadataFields`.
   */
  metadata: wordKind("EXCLUDE_ALL_METADATA", "INCLUDE_ALL_METADATA", "CUSTOM_METADATA"),
  /** Names of the metadata, with `CUSTOM_METADATA`. Order does not matter. */
  metadataFields: setKind(textKind()),
};

/**
 * Some settings of a subnetwork **that somebody else created**, such as the secondary ranges of one cluster. Fields and ranges that you
 * leave out are never touched.
 *
 * Each secondary range is managed on its own, by its name. The request has the ranges of everybody from a fresh read, and the service
 * refuses it if somebody else changes the subnetwork at the same time; then the step tries again. Where a step removes ranges and adds
 * others, it sends two requests, because the service does not take both in one.
 *
 * `privateIpGoogleAccess` has a method of its own at the service, and is not here.
 *
 * @member secondaryIpRanges["pods-blue"].ipCidrRange
 * @source subnetworks.get and subnetworks.patch of the public v1 reference.
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
export const subnetworkPatch = patchedObject({
  kind: "SubnetworkPatch",
  noun: "a subnetwork",
  shortNoun: "subnetwork",
  collection: { name: "subnetworks", scope: "region" },
  argument: "subnetwork",
  example: "secondaryIpRanges",
  shape: makeShape({
    /** Secondary ranges, each found by its `rangeName`. Ranges of others stay. */
    secondaryIpRanges: keyedListKind(subnetworkSecondaryRange, {
      members: ["rangeName"],
      aliases: { name: "rangeName", cidr: "ipCidrRange", range: "ipCidrRange" },
    }),
    /** The flow logs. */
    logConfig: objectKind(subnetworkLogConfig),
    /**
     * Access of instances to the APIs of Google by IPv6.
     *
     * @values `DISABLE_GOOGLE_ACCESS`: none. `ENABLE_BIDIRECTIONAL_ACCESS_TO_GOOGLE`: in both directions.
     * `ENABLE_OUTBOUND_VM_ACCESS_TO_GOOGLE`: from the instances.
     */
    privateIpv6GoogleAccess: wordKind(
      "DISABLE_GOOGLE_ACCESS",
      "ENABLE_BIDIRECTIONAL_ACCESS_TO_GOOGLE",
      "ENABLE_OUTBOUND_VM_ACCESS_TO_GOOGLE",
    ),
    /**
     * Says whether a proxy-only subnetwork is the one in use (`ACTIVE`) or the one to come (`BACKUP`).
     *
     * @values `ACTIVE`: in use. `BACKUP`: to come.
     */
    role: wordKind("ACTIVE", "BACKUP"),
    /**
     * Versions of addresses that instances have.
     *
     * @values `IPV4_ONLY`: version 4. `IPV4_IPV6`: both. `IPV6_ONLY`: version 6.
     */
    stackType: wordKind("IPV4_ONLY", "IPV4_IPV6", "IPV6_ONLY"),
    /**
     * Reach of the addresses of version 6. The service sets it once, with `stackType`.
     *
     * @values `EXTERNAL`: the internet. `INTERNAL`: the network.
     */
    ipv6AccessType: wordKind("EXTERNAL", "INTERNAL"),
  }),
  removesFirst: ["secondaryIpRanges"],
  outputs: {
    /** Primary range of the subnetwork. */
    ipCidrRange: output,
    /** URL of the network. */
    network: output,
    /** Address of the default gateway. */
    gatewayAddress: output,
    /** Purpose of the subnetwork. */
    purpose: output,
    /** State of the subnetwork: `READY` or `DRAINING`. */
    state: output,
  },
  argumentAliases: { name: "subnetwork", secondaryIpRange: "secondaryIpRanges", secondaryRanges: "secondaryIpRanges" },
});
