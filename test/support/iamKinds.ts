import { expect } from "vitest";
import { check } from "../../provider/src/lifecycle/check";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";
import type { Values } from "../../provider/src/fields/values";
import { offlineResource } from "./offlineResource";

export const path = "locations/global/firewallPolicies/123456789";
export const url = `https://www.googleapis.com/compute/v1/${path}`;
export const role = "roles/compute.viewer";
export const alice = "user:alice@example.com";
export const condition = { title: "until 2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };

export const plainBinding: Values = { firewallPolicy: path, role, members: [alice] };
export const plainMember: Values = { firewallPolicy: path, role, member: alice };
export const plainPolicy: Values = { firewallPolicy: path, policyData: { bindings: [{ role, members: [alice] }] } };

/** The inputs of a program, checked. */
export function checked(definition: ResourceDefinition, news: Values) {
  return check(offlineResource(definition, {}), {}, news);
}

/** The one problem is of that property, and is said in these words. */
export function expectRefusal(
  definition: ResourceDefinition,
  news: Values,
  property: string,
  fragments: readonly string[],
) {
  const { failures } = checked(definition, news);
  expect(failures.map((problem) => problem.property)).toEqual([property]);
  for (const fragment of fragments) expect(failures[0]?.reason).toContain(fragment);
}
