import { findNearest } from "../names/nearestName";
import type { Size } from "../fields/size";
import type { Values } from "../fields/values";
import { excerpt } from "../messages/text";
import type { AnyDefinition } from "./call/definition";
import { FunctionError } from "./call/functionError";
import { get, type Invocation } from "./call/invocation";
import { managedInstances } from "./definitions/managedInstances";
import { organizationOperations } from "./definitions/organizationOperations";
import { packetMirroringRule } from "./definitions/packetMirroringRule";
import { interconnectRemoteLocations, networkProfiles } from "./definitions/projectLists";
import { regionOperation } from "./definitions/regionOperation";

/** A function, for a caller that does not know its arguments. */
type Invocable = (args: Values, invocation: Invocation) => Promise<Values>;

/** Every function, by its name. */
const functions: Readonly<Record<string, Invocable>> = {
  getInterconnectRemoteLocations: toInvocable(interconnectRemoteLocations),
  getManagedInstances: toInvocable(managedInstances),
  getNetworkFirewallPolicyPacketMirroringRule: toInvocable(packetMirroringRule),
  getNetworkProfiles: toInvocable(networkProfiles),
  getOrganizationOperations: toInvocable(organizationOperations),
  waitForRegionOperation: toInvocable(regionOperation),
};

/**
 * The most that a result may be that goes to the engine. The engine and the process of a program take two kilobytes for each
 * value, and a list of 100,000 values is one of 6,600 operations.
 */
const mostResult: Size = { bytes: 8 * 1024 * 1024, values: 100_000 };

export const functionNames: readonly string[] = Object.keys(functions);

/**
 * The result of the function of that name, for the engine. A list is read to its end, as far as the engine takes it.
 *
 * @param args values that are all known
 * @throws FunctionError whose message is complete: all that is wrong with the arguments, or why the call failed; the reason of
 *   the signal where that ends the call
 */
export async function invoke(name: string, args: Values, invocation: Invocation): Promise<Values> {
  const call = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (call !== undefined) return call(args, invocation);
  const suggestion = findNearest(name, functionNames);
  const advice =
    suggestion === undefined ? `Known functions: ${functionNames.join(", ")}.` : `Did you mean ${suggestion}?`;
  throw new FunctionError(`gce: ${excerpt(name)} is not a function of this package. ${advice}`);
}

function toInvocable<Args extends object, Target>(definition: AnyDefinition<Args, Target>): Invocable {
  return (args, invocation) => get(definition, args as Args, { ...invocation, mostResult });
}
