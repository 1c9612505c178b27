import { keyedListKind, keyListKind } from "../fields/keyedList";
import type { Problem } from "../fields/kind";
import { eitherKind, linkKind } from "../fields/links";
import { booleanKind, integerKind, projectKind, textKind, wordKind } from "../fields/scalars";
import { makeShape } from "../fields/shape";
import { readMember, type Values } from "../fields/values";
import { AdvisedError } from "../lifecycle/job/advice";
import { output, outputAs } from "../lifecycle/schema/field";
import { patchedObject } from "./patchedObject";

const maximum = 2 ** 31 - 1;
const networkKind = linkKind({ collection: "networks", scopes: ["global"] });
const consumerKind = eitherKind(networkKind, projectKind, (value) => value.includes("/"));

/** A consumer that may connect: a project, a network or an endpoint. */
const serviceAttachmentConsumer = {
  /** The project by its id or number, as the key in the list. */
  projectIdOrNum: projectKind,
  /** The network, as the key in the list. */
  networkUrl: networkKind,
  /** The endpoint, a forwarding rule, as the key in the list. */
  endpointUrl: linkKind({ collection: "forwardingRules", scopes: ["region", "global"] }),
  /** The most connections of the consumer. */
  connectionLimit: integerKind(0, maximum),
};

/** A connection of a consumer to a service attachment. */
const serviceAttachmentConnectedEndpoint = {
  /** URL of the endpoint, which is a forwarding rule. */
  endpoint: "text",
  /** State of the connection, such as `ACCEPTED`, `PENDING` or `REJECTED`. */
  status: "text",
  /** URL of the network of the consumer. */
  consumerNetwork: "text",
  /** The service's own number for the connection, as a string, because it does not fit a number. */
  pscConnectionId: "int64",
} as const;

/**
 * Some settings of a service attachment **that somebody else created**, such as the accepted project of one team. Fields and consumers that
 * you leave out are never touched.
 *
 * Each consumer and each subnetwork for NAT is managed on its own. The request has those of everybody from a fresh read, and the service
 * refuses it if somebody else changes the attachment at the same time; then the step tries again.
 *
 * @member consumerAcceptLists["projects/team-blue"].connectionLimit
 * @source serviceAttachments.get and serviceAttachments.patch of the public v1 reference.
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
export const serviceAttachmentPatch = patchedObject({
  kind: "ServiceAttachmentPatch",
  noun: "a service attachment",
  shortNoun: "service attachment",
  collection: { name: "serviceAttachments", scope: "region" },
  argument: "serviceAttachment",
  example: "consumerAcceptLists",
  shape: makeShape({
    /** Description of the attachment. */
    description: textKind(),
    /**
     * Consumers that may connect, each found by its project, network or endpoint. Those of others stay. The lists need
     * `connectionPreference` ACCEPT_MANUAL.
     */
    consumerAcceptLists: keyedListKind(serviceAttachmentConsumer, {
      members: ["projectIdOrNum", "networkUrl", "endpointUrl"],
      aliases: { project: "projectIdOrNum", network: "networkUrl", endpoint: "endpointUrl" },
    }),
    /** Projects or networks that may not connect. Those of others stay. */
    consumerRejectLists: keyListKind(consumerKind),
    /** Subnetworks for the addresses of NAT. Those of others stay. */
    natSubnets: keyListKind(linkKind({ collection: "subnetworks", scopes: ["region"], ownRegion: "the attachment" })),
    /**
     * Says whether everybody may connect (`ACCEPT_AUTOMATIC`), or only accepted consumers.
     *
     * @values `ACCEPT_AUTOMATIC`: everybody. `ACCEPT_MANUAL`: only accepted consumers.
     */
    connectionPreference: wordKind("ACCEPT_AUTOMATIC", "ACCEPT_MANUAL"),
    /** Says whether a change of the lists changes connections that exist. */
    reconcileConnections: booleanKind,
    /** Says whether connections begin with the header of the PROXY protocol. */
    enableProxyProtocol: booleanKind,
    /** The most connections that one consumer can propagate by Network Connectivity Center. */
    propagatedConnectionLimit: integerKind(0, maximum),
  }),
  outputs: {
    /** URL of the service that answers. */
    targetService: output,
    /** The connections of consumers, after the last step. */
    connectedEndpoints: outputAs({ list: { members: serviceAttachmentConnectedEndpoint } }),
  },
  argumentAliases: {
    name: "serviceAttachment",
    consumerAcceptList: "consumerAcceptLists",
    consumerRejectList: "consumerRejectLists",
    natSubnet: "natSubnets",
  },
  problems: (inputs) => (listsAreRefused(inputs) ? [automaticProblem] : []),
  consider(_object, _target, _olds, { actual, patch }) {
    const preference = patch.connectionPreference ?? actual.connectionPreference;
    if (!listsAreRefused({ ...patch, connectionPreference: preference })) return [];
    throw new AdvisedError({
      action: "patch",
      summary:
        "the connectionPreference of the service attachment is ACCEPT_AUTOMATIC, with which it has no lists of consumers",
      hint: 'Set connectionPreference: "ACCEPT_MANUAL" in the program, or remove the lists.',
      effect: "none",
    });
  },
});

const automaticProblem: Problem = {
  property: "connectionPreference",
  reason:
    'connectionPreference "ACCEPT_AUTOMATIC" accepts everybody, so the attachment has no lists of consumers: give "ACCEPT_MANUAL", or remove consumerAcceptLists and consumerRejectLists.',
};

/** True if an attachment that accepts everybody is given consumers (comment of `connectionPreference` in the public v1 reference). */
function listsAreRefused(values: Values): boolean {
  if (values.connectionPreference !== "ACCEPT_AUTOMATIC") return false;
  return ["consumerAcceptLists", "consumerRejectLists"].some((name) => {
    const list = readMember(values, name);
    return typeof list === "object" && list !== null && Object.values(list).some((item) => item !== null);
  });
}
