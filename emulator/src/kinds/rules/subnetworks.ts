import { overlap } from "../../basics/addresses";
import { requireObject, validateCallBody, type Collection, type ObjectChange } from "../collection";
import { mutationQuery, type Call, type Endpoint } from "../endpoint";
import { inUse, invalidField, required } from "../../basics/errors";
import { mergeObject, objectsIn, toText, type Resource } from "../../basics/json";
import { fullUrl, operationScope, splitPath } from "../../basics/links";
import { updateObject } from "../objects/update";
import type { Fields } from "../../basics/schema";
import type { World } from "../../world/world";

// The secondary ranges of a subnetwork, in the order and the words in which public reports show the service to refuse them.

/** One secondary range. Without its own addresses, it has those of a reservation or what the service allocates. */
interface SecondaryRange {
  readonly rangeName?: string;
  readonly ipCidrRange?: string;
  readonly ipVersion?: string;
  readonly ipCollection?: string;
  readonly reservedInternalRange?: string;
}

/** Throws unless the secondary ranges can follow those before: ranges come or go, and none of them changes. */
export function checkRanges(after: Resource, { world, path, before = {} }: ObjectChange): void {
  const [ranges, earlier] = [readRanges(after), readRanges(before)];
  for (const [index, range] of ranges.entries()) {
    const field = `resource.secondaryIpRanges[${String(index)}]`;
    const { rangeName, ipCidrRange } = range;
    if (ranges.findIndex((other) => other.rangeName === rangeName) !== index)
      throw invalidField(`${field}.rangeName`, rangeName, "The names of secondary ranges have to be unique.");
    if (ipCidrRange === undefined && !isAllocated(range)) throw required(`${field}.ipCidrRange`);
    const same = earlier.find((other) => other.rangeName === rangeName);
    const others = [after, ...earlier, ...ranges.filter((other) => other !== range)];
    const why = same === undefined ? whyConflicting(range, others, path) : whyModified(range, same);
    if (why !== undefined) throw invalidField(`${field}.ipCidrRange`, ipCidrRange, why);
  }
  checkOneWay(without(ranges, earlier), without(earlier, ranges));
  for (const { rangeName } of without(earlier, ranges)) {
    const user = findUser(world, path, rangeName);
    if (user !== undefined) throw inUse(path, user);
  }
}

function whyModified({ ipCidrRange }: SecondaryRange, before: SecondaryRange): string | undefined {
  const isSame = before.ipCidrRange === ipCidrRange;
  return isSame ? undefined : `Existing secondary range cannot be modified: ${toText(ipCidrRange)}.`;
}

/** Ranges that go in the same request are still in the way. */
function whyConflicting(
  { ipCidrRange }: SecondaryRange,
  others: readonly SecondaryRange[],
  path: string,
): string | undefined {
  const isTaken = others.some((other) => ipCidrRange !== undefined && overlap(toText(other.ipCidrRange), ipCidrRange));
  const place = `existing subnetwork '${splitPath(path).name}' in region '${splitPath(operationScope(path)).name}'`;
  return isTaken ? `Invalid IPCidrRange: ${toText(ipCidrRange)} conflicts with ${place}.` : undefined;
}

function checkOneWay(added: readonly SecondaryRange[], removed: readonly SecondaryRange[]): void {
  if (added.length === 0 || removed.length === 0) return;
  const ranges = `Added ranges: [${show(added)}]. Removed ranges: [${show(removed)}].`;
  const why = `Cannot add and remove secondary IP ranges in the same request. ${ranges}`;
  throw invalidField("resource.secondaryIpRanges", "", why);
}

function readRanges({ secondaryIpRanges }: Resource): SecondaryRange[] {
  return objectsIn(secondaryIpRanges);
}

function isAllocated({ ipVersion, ipCollection, reservedInternalRange }: SecondaryRange): boolean {
  return ipVersion === "IPV6" || ipCollection !== undefined || reservedInternalRange !== undefined;
}

function without(ranges: readonly SecondaryRange[], others: readonly SecondaryRange[]): SecondaryRange[] {
  return ranges.filter(({ rangeName }) => others.every((other) => other.rangeName !== rangeName));
}

function show(ranges: readonly SecondaryRange[]): string {
  return ranges.map(({ ipCidrRange }) => toText(ipCidrRange)).join(", ");
}

/** The path of an instance that has addresses of a secondary range. */
function findUser({ store }: World, path: string, rangeName: string | undefined): string | undefined {
  const zones = operationScope(path).replace("/regions/", "/zones/");
  for (const [parent, instances] of store.collections()) {
    if (!parent.startsWith(`${zones}-`) || !parent.endsWith("/instances")) continue;
    for (const [name, { networkInterfaces }] of instances) {
      const isUser = objectsIn(networkInterfaces).some(
        ({ subnetwork, aliasIpRanges }) =>
          subnetwork === fullUrl(path) &&
          objectsIn(aliasIpRanges).some(({ subnetworkRangeName }) => subnetworkRangeName === rangeName),
      );
      if (isUser) return `${parent}/${name}`;
    }
  }
  return undefined;
}

const accessFields: Fields = { privateIpGoogleAccess: { type: "boolean" } };

/** The method of its own for the access to Google's services, which a patch leaves alone. */
export function setPrivateAccess(subnetworks: Collection): Endpoint {
  return {
    method: "POST",
    path: `/compute/v1/${subnetworks.path}/setPrivateIpGoogleAccess`,
    query: mutationQuery,
    body: accessFields,
    operationType: "setPrivateIpGoogleAccess",
    permissions: ["compute.subnetworks.setPrivateIpGoogleAccess"],
    handle: (call: Call) => {
      const { value } = validateCallBody(call, accessFields, "insert");
      const { privateIpGoogleAccess = null } = value;
      const located = requireObject(call, subnetworks);
      const change = { world: call.world, path: located.path, before: located.resource };
      return updateObject(call, located, {
        apply: (current) => {
          const after = mergeObject(current, { privateIpGoogleAccess });
          return subnetworks.complete?.(after, change) ?? after;
        },
      });
    },
  };
}
