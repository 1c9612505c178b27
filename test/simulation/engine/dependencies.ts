import { mapDependencies, type StateResource } from "./snapshot";

/*
 * Who depends on whom, as the order and the URNs of a state tell it. One URN can stand for several objects: the one that
 * is in use, and those that its replacements have left to be deleted.
 */

function listUrns({ dependencies, propertyDependencies }: StateResource): ReadonlySet<string> {
  return new Set([...dependencies, ...Object.values(propertyDependencies).flat()]);
}

/** What depends on a resource, directly or by way of others, without those that are ignored and what only they lead to. */
export function listDependents(
  resources: readonly StateResource[],
  root: StateResource,
  isIgnored: (urn: string) => boolean,
): readonly StateResource[] {
  const found = new Set([root.urn]);
  return resources.slice(resources.indexOf(root) + 1).filter((resource) => {
    const isDependent = !isIgnored(resource.urn) && [...listUrns(resource)].some((urn) => found.has(urn));
    if (isDependent) found.add(resource.urn);
    return isDependent;
  });
}

/** What a resource depends on, directly or by way of others. */
export function listAllDependencies(
  resources: readonly StateResource[],
  root: StateResource,
  found = new Set<StateResource>(),
): ReadonlySet<StateResource> {
  for (const urn of listUrns(root)) {
    const candidates = resources.filter((resource) => resource.urn === urn);
    const dependency = candidates.findLast((resource) => resource.delete === root.delete) ?? candidates.at(-1);
    if (dependency === undefined || found.has(dependency)) continue;
    found.add(dependency);
    listAllDependencies(resources, dependency, found);
  }
  return found;
}

/**
 * Groups that are deleted one after the other, each at once: dependents before what they depend on.
 *
 * @param providers those that go too, after all that they manage
 */
export function orderDeletes(
  resources: readonly StateResource[],
  condemned: readonly StateResource[],
  providers: ReadonlySet<string>,
): readonly (readonly StateResource[])[] {
  const left = new Set(condemned);
  const groups: StateResource[][] = [];
  while (left.size > 0) {
    const group = [...left].filter((resource) => {
      if (groups.length === 0 && providers.has(resource.provider)) return false;
      const urns = listUrns(resource);
      return !resources.slice(0, resources.indexOf(resource)).some((other) => left.has(other) && urns.has(other.urn));
    });
    for (const resource of group) left.delete(resource);
    groups.unshift(group);
  }
  return groups;
}

/** The same resources without dependencies on what is not before them in the list. */
export function withoutMissing(resources: readonly StateResource[]): readonly StateResource[] {
  const known = new Set<string>();
  return resources.map((resource) => {
    const pruned = mapDependencies(resource, (urns) => urns.filter((urn) => known.has(urn)));
    known.add(resource.urn);
    return pruned;
  });
}
