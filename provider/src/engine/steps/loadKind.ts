import type { ResourceDefinition } from "../../lifecycle/schema/definition";

/** Kinds of resources by their names, each loaded when the first of its kind is met. */
export type Registry = Readonly<Record<string, () => ResourceDefinition>>;

/** The kind of that name, where it is one. */
export function loadKind(kinds: Registry, kind: string): ResourceDefinition | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind]?.() : undefined;
}
