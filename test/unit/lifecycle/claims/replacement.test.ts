import { expect, it } from "vitest";
import { EngineLog } from "../../../../provider/src/engine/engineLog";
import type { Values } from "../../../../provider/src/fields/values";
import { check } from "../../../../provider/src/lifecycle/check";
import { diff } from "../../../../provider/src/lifecycle/diff";
import { findSuccessor } from "../../../../provider/src/lifecycle/claims/claims";
import { route } from "../../../../provider/src/resources/route/definition";
import { offlineResource } from "../../../support/offlineResource";

const urn = (name: string) => `urn:pulumi:dev::p::gce:Route::${name}`;
const egress: Values = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const number = "123456789012";
const recorded: Values = { ...egress, project: number };

/** Which resource of the program keeps the recorded object from its delete, where an alias has changed the URN. */
function keeperOf(program: Values): string | undefined {
  const resource = offlineResource(route);
  const about = (name: string) => ({ ...resource, log: new EngineLog().about(urn(name)) });
  const { inputs } = check(about("new"), egress, program);
  diff(about("new"), recorded, inputs);
  return findSuccessor(about("old"), { project: number, name: "egress" }, recorded);
}

it("an object that is recorded by the number of its project makes room for its replacement", () => {
  expect(keeperOf({ ...egress, destRange: "10.2.0.0/16" })).toBeUndefined();
});

it("an object that is recorded by the number of its project stays if nothing of it changes", () => {
  expect(keeperOf(egress)).toBe(urn("new"));
});
