import type { Registry } from "../../../provider/src/engine/steps/registry";
import { functionNames, type FunctionName } from "../functions";
import { association } from "./association";
import { iamBinding, iamMember, iamPolicy } from "./iam";
import type { SimulatedKind } from "./kind";
import { route, snapshot } from "./owned";
import { certificateMap, groupPatch } from "./parts";

/** The programs of which one is a life's. */
export const casts = {
  "a route": [route],
  "two routes": [route, route],
  "a snapshot": [snapshot],
  "a patch of a group": [groupPatch],
  "two patches of one group": [groupPatch, groupPatch],
  "a certificate map": [certificateMap],
  "an association": [association],
  "associations of two networks": [association, association],
  "a member": [iamMember],
  "a binding": [iamBinding],
  "a binding and two members": [iamBinding, iamMember, iamMember],
  "twelve bindings of one policy": Array.from({ length: 12 }, () => iamBinding),
  "a policy": [iamPolicy],
  "a route, a snapshot and a patch": [route, snapshot, groupPatch],
} as const satisfies Readonly<Record<string, readonly SimulatedKind[]>>;

export type Cast = keyof typeof casts;

/** What the service serves in every life: a command may list what no resource of the program is. */
export const served = [route, snapshot, groupPatch, certificateMap, association, iamPolicy] as const;

/** As the provider process finds them. */
export const kinds: Registry = Object.fromEntries(
  [...served, iamBinding, iamMember].map(({ definition }) => [definition.kind, () => definition]),
);

/** Programs with only resources of these kinds, or that call one of these functions. */
export function listCasts(names: readonly string[]): (Cast | FunctionName)[] {
  const all = Object.entries(casts) as [Cast, readonly SimulatedKind[]][];
  return [
    ...all.flatMap(([cast, its]) => (its.every(({ definition }) => names.includes(definition.kind)) ? [cast] : [])),
    ...functionNames.filter((name) => names.includes(name)),
  ];
}
