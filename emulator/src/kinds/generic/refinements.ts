import { canonicalRange } from "../../basics/addresses";
import { NAME_PATTERN } from "../../basics/identifiers";
import type { Collection } from "../collection";
import type { Endpoint } from "../endpoint";
import type { CollectionDescription } from "../objects/description";
import { checkBackends, checkGroup, completeBackends } from "../rules/backendServices";
import { checkConsumers } from "../rules/serviceAttachments";
import { checkRanges, setPrivateAccess } from "../rules/subnetworks";
import type { Deviations } from "./officialFields";

/** The facts and rules of a collection beyond its description. */
export interface Refinement {
  readonly deviations?: Deviations;
  readonly rules?: Pick<CollectionDescription, "check" | "complete" | "fixed">;
  /** Methods that only this collection has. */
  readonly endpoints?: (collection: Collection) => readonly Endpoint[];
}

/** Facts that the description does not have, by the collection, in whatever places that is. */
export const REFINEMENTS: Readonly<Record<string, Refinement>> = {
  backendServices: {
    // Public reports have the words in which the service refuses a link to another project.
    deviations: { "backends.group": { canonical: checkGroup, ownProject: true, required: true } },
    rules: { complete: completeBackends, check: checkBackends },
  },
  firewalls: { deviations: { network: { ownProject: true } } },
  // Answers about templates have them, and those about instances do not: only the comment of their message says so.
  instanceTemplates: { deviations: { "properties.disks.initializeParams": { inputOnly: undefined } } },
  serviceAttachments: { rules: { check: checkConsumers } },
  subnetworks: {
    deviations: {
      ipCidrRange: { canonical: canonicalRange },
      secondaryIpRanges: { maximumItems: 170 },
      "secondaryIpRanges.rangeName": { required: true, pattern: NAME_PATTERN },
      "secondaryIpRanges.ipCidrRange": { canonical: canonicalRange },
    },
    rules: {
      fixed: ["ipCidrRange", "network", "privateIpGoogleAccess", "purpose", "region"],
      check: checkRanges,
    },
    endpoints: (collection) => [setPrivateAccess(collection)],
  },
  // As recorded answers show it.
  vpnTunnels: { deviations: { sharedSecret: { canonical: () => "*************" } } },
};
