import { projectCollection } from "../objects/projectCollection";
import { oneOf, output, type NumberField } from "../schema";

const text = { type: "string" } as const;
const integer: NumberField = { type: "integer" };

/** Where another cloud can be reached. Locations belong to the service: here they are put from outside, and listed. */
export const interconnectRemoteLocations = projectCollection({
  collection: "interconnectRemoteLocations",
  scope: "global",
  kind: "compute#interconnectRemoteLocation",
  methods: ["list"],
  fields: {
    name: output(text),
    description: output(text),
    peeringdbFacilityId: output(text),
    address: output(text),
    facilityProvider: output(text),
    facilityProviderFacilityId: output(text),
    continent: output(oneOf("AFRICA", "ASIA_PAC", "EUROPE", "NORTH_AMERICA", "SOUTH_AMERICA")),
    city: output(text),
    status: output(oneOf("AVAILABLE", "CLOSED")),
    remoteService: output(text),
    permittedConnections: output({
      type: "list",
      items: { type: "object", fields: { interconnectLocation: text } },
    }),
    constraints: output({
      type: "object",
      fields: {
        subnetLengthRange: { type: "object", fields: { min: integer, max: integer } },
        portPairVlan: oneOf("PORT_PAIR_MATCHING_VLAN", "PORT_PAIR_UNCONSTRAINED_VLAN"),
        portPairRemoteLocation: oneOf("PORT_PAIR_MATCHING_REMOTE_LOCATION", "PORT_PAIR_UNCONSTRAINED_REMOTE_LOCATION"),
      },
    }),
    attachmentConfigurationConstraints: output({
      type: "object",
      fields: {
        bgpMd5: oneOf("MD5_OPTIONAL", "MD5_REQUIRED", "MD5_UNSUPPORTED"),
        bgpPeerAsnRanges: { type: "list", items: { type: "object", fields: { min: integer, max: integer } } },
      },
    }),
    lacp: output(oneOf("LACP_SUPPORTED", "LACP_UNSUPPORTED")),
    maxLagSize100Gbps: output(integer),
    maxLagSize10Gbps: output(integer),
  },
});
