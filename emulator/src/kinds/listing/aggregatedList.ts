import { listQuery, parameter, type Call, type QueryFields } from "../endpoint";
import { toText, type JsonObject, type Resource } from "../../basics/json";
import { operationScope, splitPath, stripRoot } from "../../basics/links";
import type { Fields } from "../../basics/schema";
import type { World } from "../../world/world";
import { answerList, noResults, renderPage, unreachable, type PartialFailure } from "./envelope";
import type { Page } from "../../world/listing/list";

/** The query parameters of every aggregated list. */
export const aggregatedListQuery = {
  ...listQuery,
  includeAllScopes: "boolean",
  serviceProjectNumber: "int64",
} satisfies QueryFields;

/** The subject of an aggregated list. */
export interface Aggregation {
  /** Name of the collections: `addresses`. */
  readonly name: string;
  /** Kind of a page: `compute#addressAggregatedList`. */
  readonly kind: string;
  readonly fields: Fields;
  /** Where a scope has its objects. Default: under the name. */
  readonly items?: string;
}

/**
 * `aggregatedList`: one page of the objects of all scopes. Pages count objects and are sorted as those of a list are;
 * every page has every scope, with a warning where none of its objects are in it.
 */
export function aggregatedListObjects(call: Call, aggregation: Aggregation): JsonObject {
  const { world, path } = call;
  const project = `projects/${parameter(call, "project")}`;
  const includesAll = call.query.includeAllScopes === true;
  const stored = [...world.store.collections()].filter(([path]) => belongsTo(world, path, project, aggregation));
  const source = { fields: aggregation.fields, items: () => stored.flatMap(([, objects]) => [...objects.values()]) };
  return answerList(call, source, (page, failure) => {
    // A collection that is empty again is none: what is on a page must not depend on what was there before.
    const filled = stored.filter(([, { size }]) => size > 0).map(([path]) => splitPath(path).parent);
    const places = filled.map((place) => place.slice(project.length + 1));
    return renderScopes(path, aggregation, page, failure, [
      ...listKnownScopes(world, aggregation, includesAll),
      ...places,
    ]);
  });
}

function belongsTo(world: World, path: string, project: string, { name }: Aggregation): boolean {
  const { parent, name: ownName } = splitPath(path);
  return ownName === name && parent.startsWith(`${project}/`) && world.findKind(`${path}/-`) !== undefined;
}

/** Places of the kinds in which such objects can be: addresses are regional and, when these are served, global. */
function listKnownScopes(world: World, { name }: Aggregation, includesAll: boolean): readonly string[] {
  const collectionPaths = world.kinds
    .all()
    .map(({ path }) => path.split("/"))
    .filter((segments) => segments.at(-2) === name);
  return Object.entries(KNOWN_SCOPES)
    .filter(([scopeKind]) => includesAll || collectionPaths.some((segments) => segments[2] === scopeKind))
    .flatMap(([, places]) => places);
}

/** A page with its items by their scopes. */
export function renderScopes(
  path: string,
  { name, kind, items: itemsName = name }: Aggregation,
  page: Page,
  failure: PartialFailure | undefined,
  knownScopes: readonly string[],
): JsonObject {
  const found = new Map<string, Resource[]>();
  for (const item of page.items) {
    const scope = parseScope(item);
    found.set(scope, [...(found.get(scope) ?? []), item]);
  }
  const scopes = [...new Set([...knownScopes, ...found.keys()])].sort().map((scope): [string, JsonObject] => {
    if (failure?.unreachables.some((name) => name === scope || name.endsWith(`/${scope}`)) === true)
      return [scope, { warning: unreachable([scope]) }];
    const items = found.get(scope);
    return [scope, items === undefined ? { warning: noResults(scope) } : { [itemsName]: items }];
  });
  const { warning, ...envelope } = renderPage(path, { kind, hasUnreachables: true }, page, failure);
  return {
    ...envelope,
    items: Object.fromEntries(scopes),
    ...(failure === undefined ? {} : { warning }),
  };
}

/** `regions/us-central1`. */
function parseScope({ selfLink }: Resource): string {
  return operationScope(stripRoot(toText(selfLink)))
    .split("/")
    .slice(2)
    .join("/");
}

/** Regions of the service, and the letters of their zones. More exist, and any other name is a place here, too. */
const ZONE_LETTERS: Readonly<Record<string, string>> = {
  "asia-east1": "abc",
  "asia-northeast1": "abc",
  "asia-south1": "abc",
  "asia-southeast1": "abc",
  "australia-southeast1": "abc",
  "europe-north1": "abc",
  "europe-west1": "bcd",
  "europe-west2": "abc",
  "europe-west3": "abc",
  "europe-west4": "abc",
  "northamerica-northeast1": "abc",
  "southamerica-east1": "abc",
  "us-central1": "abcf",
  "us-east1": "bcd",
  "us-east4": "abc",
  "us-west1": "abc",
};

/** The places that every project sees, by the first segment of their paths: `global`, `regions/us-central1`. */
export const KNOWN_SCOPES: Readonly<Record<"global" | "regions" | "zones", readonly string[]>> = {
  global: ["global"],
  regions: Object.keys(ZONE_LETTERS).map((region) => `regions/${region}`),
  zones: Object.entries(ZONE_LETTERS).flatMap(([region, letters]) =>
    [...letters].map((letter) => `zones/${region}-${letter}`),
  ),
};
