import type { Registry } from "../../../provider/src/engine/steps/loadKind";
import { functionNames, type FunctionName } from "../functions";
import { association } from "./association";
import { iamBinding, iamMember, iamPolicy } from "./iam";
import { items } from "./items";
import type { SimulatedKind } from "./kind";
import { route, snapshot } from "./owned";
import { certificateMap, groupPatch } from "./parts";
import { rollout } from "./rollout";

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
  "a rollout of a group": [rollout],
  "a rollout and a patch of one group": [groupPatch, rollout],
  "a backend of a service": [items],
  "two patches with backends of one service": [items, items],
} as const satisfies Readonly<Record<string, readonly SimulatedKind[]>>;

export type Cast = keyof typeof casts;

/** Programs in the place of which a life can have one that waits for instances: it is chosen apart, so that no other life changes. */
export const rollouts: Readonly<Partial<Record<string, Cast>>> = {
  "a patch of a group": "a rollout of a group",
  "two patches of one group": "a rollout and a patch of one group",
};

/** The same of items of lists. */
export const itemPrograms: Readonly<Partial<Record<string, Cast>>> = {
  "a patch of a group": "a backend of a service",
  "two patches of one group": "two patches with backends of one service",
};

/** All others. */
export const ordinaryCasts = (Object.keys(casts) as Cast[]).filter(
  (cast) => ![...Object.values(rollouts), ...Object.values(itemPrograms)].includes(cast),
);

/** The kinds that the service serves in every life: a command may list those that no resource of the program is. */
export const served = [route, snapshot, groupPatch, certificateMap, association, iamPolicy, items] as const;

/** As the provider process finds them. */
export const kinds: Registry = Object.fromEntries(
  [...served, iamBinding, iamMember].map(({ definition }) => [definition.kind, () => definition]),
);

/** Programs with only resources of these kinds, or that call one of these functions. */
export function listCasts(names: readonly string[]): (Cast | FunctionName)[] {
  const isNamed = ({ definition }: SimulatedKind) => names.includes(definition.kind);
  return [
    ...ordinaryCasts.filter((cast) => casts[cast].every(isNamed)),
    ...functionNames.filter((name) => names.includes(name)),
  ];
}
