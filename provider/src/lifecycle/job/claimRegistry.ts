import type { ClaimScope } from "../../fields/claimScope";
import type { LinkScope } from "../../fields/linkScope";
import type { Values } from "../../fields/values";
import { isSamePath, withoutProject } from "../../names/samePath";
import { covers, type Part } from "./part";
import { RecordedObjects } from "./recordedObjects";

/** The claim of one resource of the program. */
export interface Claim {
  readonly urn: string;
  /** Left out where no check was asked about the resource. */
  readonly kind?: string;
  /** Path of the object: the resource's id; empty while it is not known. */
  readonly object: string;
  /** Where only one resource can be; none where several resources share the object. */
  readonly scopes: readonly ClaimScope[];
  /** The parts that the program declares. */
  readonly declared: readonly Part[];
  /** Of that, what is there by the resource's own doing, of this run or an earlier one. */
  readonly applied: readonly Part[];
  /** Of an object of somebody else, what the state records that the resource has set, also if the program no longer declares it. */
  readonly recorded?: readonly Part[] | undefined;
  /** True if nothing is to be done to it, or its create or update has begun: then it is not deleted to make room for itself. */
  readonly settled: boolean;
  /** True if the old object has to be deleted before the new one can be made. */
  readonly mustDeleteFirst?: boolean | undefined;
  /** True if the program asks to take over an object that exists. */
  readonly takesOver?: boolean | undefined;
}

/*
 * The one memory of a run: what the program declares, by URN and by what it is of at the service.
 *
 * The engine asks check, and then diff or create, of every resource of a program before it deletes what the program no
 * longer declares. So a delete can be told that another resource is of the same object, also where that one was made by an
 * earlier run and nothing is done to it in this one. Each command of the CLI has provider processes of its own, one for each
 * `gce.Provider`: a resource that gets another name and another provider in one run needs Pulumi's option `aliases`.
 */

export class ClaimRegistry {
  /** Claims by the URN of the resource that makes them. */
  private readonly claims = new Map<string, Claim>();
  /** The same by the path that their parts begin with. */
  private readonly byPath = new Map<string, Map<string, Claim>>();
  private readonly checkedObjects = new Set<string>();
  /** Deletion policies that the program declares, by URN. */
  private readonly policies = new Map<string, string>();
  /** By path, which parts of the place of an object no argument says. */
  private readonly filledIn = new Map<string, readonly (keyof LinkScope)[]>();
  private readonly notices = new Set<string>();

  /** Notes the object of a check. One resource declares one object: the newest. */
  declare(
    urn: string,
    kind: string,
    object: string,
    declared: readonly Part[],
    places: readonly ClaimScope[] = [],
    takesOver = false,
  ): void {
    this.checkedObjects.add(object);
    const known = this.claims.get(urn);
    const same = known?.object === object ? known : undefined;
    const { applied = [], recorded, settled = false, mustDeleteFirst } = same ?? {};
    this.put({ urn, kind, object, scopes: places, declared, applied, recorded, settled, mustDeleteFirst, takesOver });
  }

  /** Notes the deletion policy with which the program declares a resource. */
  notePolicy(urn: string, policy: string): void {
    // A request without a URN, as with an SDK of other messages, is of some resource that the program declares.
    for (const key of [urn, ""]) this.policies.set(key, policy);
  }

  /** That policy; `undefined` where the program does not declare the resource, or has not yet. */
  declaredPolicy(urn: string): string | undefined {
    return this.policies.get(urn);
  }

  /** The objects that the resources of the program have so far. */
  readonly recorded = new RecordedObjects();

  /** URNs of what is deleted before something that it depends on, until that has happened. */
  readonly deletedFirst = new Set<string>();

  /** Records of objects of somebody else, by the URN of the resource: its replacement goes on with its own. */
  private readonly records = new Map<string, { readonly object: string; readonly outputs: Values }>();

  /** Notes the record of a resource, until its replacement takes it. */
  keepRecord(urn: string, object: string, outputs: Values): void {
    if (urn !== "") this.records.set(urn, { object, outputs });
  }

  /** The record that the state has of a resource of that object: given once. */
  takeRecord(urn: string, object: string): Values | undefined {
    const record = this.records.get(urn);
    this.records.delete(urn);
    return record !== undefined && isSamePath(record.object, object) ? record.outputs : undefined;
  }

  /** True if the program declares a resource of that object, and has not made it yet: a delete makes room for that. */
  isAwaited(urn: string, object: string): boolean {
    const claim = this.claims.get(urn);
    return claim !== undefined && !claim.settled && isSamePath(claim.object, object);
  }

  /** Names that the state has of objects, by the resource in a check, and by the id in a read. */
  readonly recordedNames = new Map<string, string>();

  /** Notes the parts that check filled in from the configuration. */
  fillIn(object: string, filled: readonly (keyof LinkScope)[]): void {
    this.filledIn.set(object, filled);
  }

  /** True if the configuration, and no argument, says where the object is. */
  isFilledIn(object: string, part: keyof LinkScope): boolean {
    return this.filledIn.get(object)?.includes(part) ?? false;
  }

  /**
   * Notes the result of a diff: unchanged, set by an earlier run, or to be made anew in the place of the old object. A resource
   * without a check is not one of the program.
   */
  found(
    urn: string,
    object: string,
    found: Partial<Pick<Claim, "applied" | "recorded" | "settled" | "mustDeleteFirst">>,
  ): void {
    const known = this.claims.get(urn);
    if (known?.object === object) this.put({ ...known, ...found });
  }

  /** Notes the object of a create or update of this run. */
  claim(urn: string, object: string, applied: readonly Part[], recorded?: readonly Part[]): void {
    const known = this.claims.get(urn);
    const declared = known?.object === object ? known.declared : applied;
    this.put({ scopes: [], ...known, urn, object, declared, applied, recorded, settled: true });
  }

  /** True if a program has given this object in this run: a plain `refresh` compares what nobody has checked. */
  isChecked(object: string): boolean {
    return this.checkedObjects.has(object);
  }

  /** True if that is said for the first time in this run. */
  isNews(message: string): boolean {
    return !this.notices.has(message) && this.notices.add(message).size > 0;
  }

  /** The recorded parts of other resources of an object, by their newest step in this run. */
  recordedByOthers(urn: string, object: string): Part[] {
    return this.below(object).flatMap((claim) => (claim.urn === urn ? [] : [...(claim.recorded ?? [])]));
  }

  /** The claims below a path of other resources than this one. */
  otherClaims(urn: string, path: string): Claim[] {
    return this.below(path).filter((claim) => claim.urn !== urn);
  }

  /** The claim of a resource of the program. */
  findClaim(urn: string): Claim | undefined {
    return this.claims.get(urn);
  }

  /** True if another resource holds the part: an update of this one leaves it alone. */
  isClaimedByOther(urn: string, part: Part): boolean {
    return this.below(part[0] ?? "").some(
      (claim) => claim.urn !== urn && claim.applied.some((applied) => covers(applied, part)),
    );
  }

  /**
   * The resource of the program because of which a part must stay when this one is deleted: another one that declares it; or
   * its own successor, since a replacement that is made first is of the same URN. Where the request has no URN, one that
   * is there to stay: a resource that is yet to be made may be the one that is deleted to make room.
   */
  claimOwner(urn: string, part: Part): string | undefined {
    return this.below(part[0] ?? "").find((claim) => {
      if (claim.urn === urn || urn === "" || claim.mustDeleteFirst)
        return claim.settled && claim.applied.some((applied) => covers(applied, part));
      return [...claim.declared, ...claim.applied].some((other) => covers(other, part));
    })?.urn;
  }

  private below(path: string): Claim[] {
    return [...(this.byPath.get(withoutProject(path))?.values() ?? [])];
  }

  private put(claim: Claim): void {
    // It would stand beside itself as soon as its URN is known: the first check has none with `ignoreChanges: ["*"]`.
    if (claim.urn === "") return;
    this.forget(claim.urn);
    this.claims.set(claim.urn, claim);
    for (const path of indexedPaths(claim)) {
      const byUrn = this.byPath.get(path) ?? new Map<string, Claim>();
      this.byPath.set(path, byUrn.set(claim.urn, claim));
    }
  }

  private forget(urn: string): void {
    const claim = this.claims.get(urn);
    if (claim === undefined) return;
    this.claims.delete(urn);
    for (const path of indexedPaths(claim)) {
      const byUrn = this.byPath.get(path);
      byUrn?.delete(urn);
      if (byUrn?.size === 0) this.byPath.delete(path);
    }
  }
}

/** The paths that the places and the parts of a claim begin with, whichever way their project is given. */
function indexedPaths({ object, scopes: places, declared, applied, recorded }: Claim): Set<string> {
  const outermost = places.flatMap((place) => place.slice(0, 1).map(({ at }) => at));
  const parts = [...declared, ...applied, ...(recorded ?? [])];
  return new Set([object, ...outermost, ...parts.map(([path = ""]) => path)].map(withoutProject));
}
