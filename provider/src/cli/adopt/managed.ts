import { loadKind } from "../../engine/steps/loadKind";
import { registry } from "../../engine/steps/registry";
import { findScopeConflict, type ClaimScope, type PlacedResource } from "../../fields/claimScope";
import { parseKind } from "../../names/typeToken";
import type { Connection } from "../stack/connections";
import type { ExportedResource } from "../stack/stackExport";

/** The objects and places that resources of the stack manage: a program may have no other resource for them. */
export class Managed {
  private readonly ids: ReadonlySet<string>;
  private readonly places: readonly PlacedResource[];

  constructor(resources: readonly ExportedResource[], connection: Connection) {
    const own = resources.filter(({ type }) => parseKind(type) !== undefined);
    this.ids = new Set(own.map(({ id = "" }) => id));
    this.places = own.flatMap((resource) => findPlace(resource, connection));
  }

  /** True if a resource of this kind manages something at the place or in it. */
  hasInside(kind: string, place: ClaimScope): boolean {
    return this.places.some(
      (other) =>
        other.kind === kind &&
        other.place.length >= place.length &&
        place.every(({ at }, index) => at === other.place[index]?.at),
    );
  }

  /** Why a program cannot have a resource for an object; `undefined` if it can. */
  whyNot(id: string, own: PlacedResource | undefined): string | undefined {
    const clash = own && this.places.find((other) => findScopeConflict(own, { ...other, name: "" }) !== undefined);
    if (clash !== undefined && own !== undefined && clash.place.length > own.place.length)
      return `of which this stack manages parts; the kind ${clash.kind} has the rest`;
    return clash !== undefined || this.ids.has(id) ? "that this stack manages already" : undefined;
  }
}

/** The place of a resource of the state, where its kind has places in each other. */
function findPlace({ type, inputs, outputs }: ExportedResource, connection: Connection): PlacedResource[] {
  const kind = parseKind(type) ?? "";
  const definition = loadKind(registry, kind);
  if (definition?.claimScope === undefined) return [];
  const { schema, claimScope, repeatable } = definition;
  const identity = schema.identity({ ...inputs, ...outputs }, connection.resource(definition).links);
  return identity === undefined ? [] : [{ kind, place: claimScope(identity), repeatable }];
}
