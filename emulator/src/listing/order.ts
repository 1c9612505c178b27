import { invalid } from "../errors";
import type { Resource } from "../json";

/** The orders that the service has. */
export type Order = "name" | "creationTimestamp desc";

/** Reads `orderBy`; left out or empty it is `name`. */
export function parseOrder(orderBy: string | undefined): Order {
  if (orderBy === undefined || orderBy === "") {
    return "name";
  }
  if (orderBy !== "name" && orderBy !== "creationTimestamp desc") {
    throw invalid(
      `Invalid value for field 'orderBy': '${orderBy}'. Only 'name' and 'creationTimestamp desc' are supported.`,
      "orderBy",
    );
  }
  return orderBy;
}

/** Sorts in place. */
export function sortResources(resources: Resource[], order: Order): Resource[] {
  if (order === "name") {
    return resources.sort((left, right) => compareText(String(left.name), String(right.name)));
  }
  const keyed = resources.map((resource) => ({
    resource,
    created: createdAt(resource),
    id: String(resource.id ?? ""),
  }));
  // Ids grow, so they decide between objects of the same millisecond.
  keyed.sort((left, right) => right.created - left.created || compareNumerals(right.id, left.id));
  for (const [index, { resource }] of keyed.entries()) {
    resources[index] = resource;
  }
  return resources;
}

function createdAt(resource: Resource): number {
  // Operations have no creationTimestamp (it is deprecated there); the time they were requested takes its place.
  return Date.parse(String(resource.creationTimestamp ?? resource.insertTime ?? "")) || 0;
}

function compareNumerals(left: string, right: string): number {
  return left.length - right.length || compareText(left, right);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
