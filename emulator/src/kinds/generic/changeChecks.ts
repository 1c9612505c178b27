import { isIP } from "node:net";
import { invalidField, required } from "../../basics/errors";
import { isJsonObject, toText, type JsonObject, type Resource } from "../../basics/json";

/*
 * Rules about lists whose items several owners share. Their words are those of the service, as public reports show them: of
 * hashicorp/terraform-provider-google 2570, 9400 and 17153, hashicorp/terraform-provider-kubernetes 565, kubernetes-sigs/cluster-api-provider-gcp
 * 1058 and spinnaker 6136. The comments of the official description have the rest.
 */

/** By the collection: refuses a patch that an object rules out. */
export const CHANGE_CHECKS: Readonly<Record<string, (change: JsonObject, before: Resource) => void>> = {
  backendServices: ({ backends }) => {
    const items = listItems(backends);
    checkKeys("resource.backends", "group", items, "Duplicate instance groups in backend service.");
    items.forEach(({ group, balancingMode }, index) => {
      if (balancingMode !== "UTILIZATION" || !toText(group).includes("/networkEndpointGroups/")) return;
      throw invalidField(
        `resource.backends[${String(index)}].balancingMode`,
        "UTILIZATION",
        "UTILIZATION balancing mode is not supported for network endpoint groups.",
      );
    });
  },
  subnetworks(change, before) {
    for (const name of ["network", "region", "ipCidrRange", "purpose", "description"]) {
      if (change[name] !== undefined && change[name] !== before[name]) {
        throw invalidField(
          `resource.${name}`,
          toText(change[name]),
          "The field cannot be updated with a patch request.",
        );
      }
    }
    const { privateIpGoogleAccess: access } = change;
    if (access !== undefined && access !== (before.privateIpGoogleAccess ?? false)) {
      throw invalidField(
        "resource.privateIpGoogleAccess",
        toText(access),
        "The field is updated using setPrivateIpGoogleAccess.",
      );
    }
    if (change.secondaryIpRanges !== undefined) checkRanges(listItems(change.secondaryIpRanges), before);
  },
  serviceAttachments(change, before) {
    const after: JsonObject = { ...before, ...change };
    const [accepted, rejected] = [listItems(after.consumerAcceptLists), after.consumerRejectLists];
    const hasLists = accepted.length > 0 || (Array.isArray(rejected) && rejected.length > 0);
    if (after.connectionPreference === "ACCEPT_AUTOMATIC" && hasLists) {
      throw invalidField(
        "resource.connectionPreference",
        "ACCEPT_AUTOMATIC",
        "Incorrect combination of connection preference with accept and/or reject list",
      );
    }
    const names = accepted.map((item) => CONSUMERS.filter((name) => item[name] !== undefined));
    if (names.some(({ length }) => length !== 1) || new Set(names.flat()).size > 1) {
      throw invalidField(
        "resource.consumerAcceptLists",
        "",
        "The list must contain either only projects or only networks or only endpoints.",
      );
    }
    checkKeys("resource.consumerAcceptLists", names[0]?.[0] ?? "", accepted, "It is in the list twice.");
  },
};

const CONSUMERS = ["projectIdOrNum", "networkUrl", "endpointUrl"] as const;

function listItems(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** Each item has a key of its own. */
function checkKeys(field: string, key: string, items: readonly JsonObject[], twice: string): void {
  const keys = items.map((item) => item[key]);
  const missing = keys.findIndex((value) => value === undefined || value === "");
  if (missing >= 0) throw required(`${field}[${String(missing)}].${key}`);
  const twin = keys.findIndex((value, index) => keys.indexOf(value) !== index);
  if (twin >= 0) throw invalidField(`${field}[${String(twin)}].${key}`, toText(keys[twin]), twice);
}

/** The most secondary ranges of a subnetwork (public quota of VPC). */
const MOST_RANGES = 170;

/** One request adds ranges or removes them, and changes none. */
function checkRanges(ranges: readonly JsonObject[], before: Resource): void {
  const field = "resource.secondaryIpRanges";
  checkKeys(field, "rangeName", ranges, "It is in the list twice.");
  if (ranges.length > MOST_RANGES)
    throw invalidField(field, "", `A subnetwork has at most ${String(MOST_RANGES)} secondary ranges.`);
  const older = new Map(listItems(before.secondaryIpRanges).map((item) => [item.rangeName, item.ipCidrRange]));
  const names = ranges.map(({ rangeName }) => rangeName);
  ranges.forEach(({ rangeName, ipCidrRange }, index) => {
    const at = `${field}[${String(index)}].ipCidrRange`;
    const [current, range] = [older.get(rangeName), toText(ipCidrRange)];
    if (current !== undefined && current !== ipCidrRange)
      throw invalidField(at, range, `Existing secondary range cannot be modified: ${toText(current)}.`);
    const parsed = parseRange(range);
    if (
      range !== "" &&
      !range.includes(":") &&
      (parsed === undefined || parsed.address % 2 ** (32 - parsed.bits) !== 0)
    )
      throw invalidField(at, range, "Invalid IPCidrRange.");
  });
  const added = ranges.filter(({ rangeName }) => !older.has(rangeName));
  const removed = [...older].filter(([name]) => !names.includes(name));
  if (added.length > 0 && removed.length > 0) {
    const list = (ranges: readonly unknown[]) => `[${ranges.map(toText).join(", ")}]`;
    throw invalidField(
      field,
      "",
      `Cannot add and remove secondary IP ranges in the same request. Added ranges: ${list(added.map(({ ipCidrRange }) => ipCidrRange))}. Removed ranges: ${list(removed.map(([, range]) => range))}.`,
    );
  }
  const all = [before.ipCidrRange, ...ranges.map(({ ipCidrRange }) => ipCidrRange)]
    .map(toText)
    .filter((one) => one !== "");
  all.forEach((range, index) => {
    const other = all.slice(0, index).find((one) => overlap(one, range));
    if (other !== undefined)
      throw invalidField(field, range, `Invalid IPCidrRange: ${range} conflicts with existing range ${other}.`);
  });
}

/** True if two IPv4 ranges have an address in common. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [one, other].map(parseRange);
  if (left === undefined || right === undefined) return false;
  const bits = Math.min(left.bits, right.bits);
  const network = ({ address }: { address: number }) => Math.floor(address / 2 ** (32 - bits));
  return network(left) === network(right);
}

function parseRange(range: string): { address: number; bits: number } | undefined {
  const [ip = "", bits = ""] = range.split("/");
  if (isIP(ip) !== 4 || bits === "") return undefined;
  return { address: ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0), bits: Number(bits) };
}
