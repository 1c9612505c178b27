import { startJob, type Resource } from "../../lifecycle/resource/resource";
import { timeoutsKey } from "../../names/internalInputs";

/** The work that a command does to one kind at one place, for at most that long. */
export function startSearchJob(resource: Resource, identity: Readonly<Record<string, string>>, timeout = "2m") {
  return startJob(resource, identity, "create", { [timeoutsKey]: { create: timeout } });
}
