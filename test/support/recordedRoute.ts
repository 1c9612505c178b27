import { expect } from "vitest";
import { check } from "../../provider/src/lifecycle/check";
import { diff } from "../../provider/src/lifecycle/diff";
import type { Values } from "../../provider/src/fields/values";
import { route } from "../../provider/src/resources/route/definition";
import { offlineResource, type OfflineResource } from "./offlineResource";

export const root = "https://www.googleapis.com/compute/v1/projects/my-project";

/** A route as it is recorded after the service made it. */
export const recorded: Values = {
  project: "my-project",
  name: "egress",
  description: "to the world",
  network: `${root}/global/networks/default`,
  tags: ["a", "b"],
  destRange: "2001:db8::/32",
  priority: 1000,
  nextHopIp: "2001:db8::1",
  kind: "compute#route",
  numericId: "1",
  creationTimestamp: "2024-01-01T00:00:00.000-07:00",
  selfLink: `${root}/global/routes/egress`,
  routeType: "STATIC",
};

/** The program that the recorded route came from. */
export const program: Values = {
  name: "egress",
  description: "to the world",
  network: "default",
  tags: ["a", "b"],
  destRange: "2001:db8::/32",
  nextHopIp: "2001:db8::1",
};

export const unchanged = { changes: false, replaces: [], deleteBeforeReplace: false };

/** The difference that the engine sees: the program's values go through check first. */
export function difference(
  news: Values,
  outputs: Values = recorded,
  resource: OfflineResource = offlineResource(route),
) {
  const { inputs, failures } = check(resource, { name: "egress" }, news);
  expect(failures).toEqual([]);
  return diff(resource, outputs, inputs);
}
