import type { ClaimedPlace } from "../../fields/claimedPlace";
import { overlap, type Path } from "../../fields/leaves";
import type { Values } from "../../fields/values";

/**
 * Who declares something: the URN, empty where the request has none (the first of a process), and what check is told
 * besides: the resource's kind and name, with the URN of its parent.
 */
export interface Claimant {
  readonly urn: string;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  readonly parent?: string | undefined;
}

/** What a resource is of: `[path]` is an object itself, `[path, …]` a part of it. */
export type Part = Path;

/** What one resource of the program was told to be of. */
export interface Claim extends Claimant {
  /** Path of the object: the resource's id; empty while it is not known. */
  readonly object: string;
  /** Where only one resource can be; none where several resources share the object. */
  readonly places: readonly ClaimedPlace[];
  /** What the program says. */
  readonly declared: readonly Part[];
  /** Of that, what is there by the resource's own doing, of this run or an earlier one. */
  readonly applied: readonly Part[];
  /** Whether nothing is to be done to it, or its create or update has begun: then it is not deleted to make room for itself. */
  readonly settled: boolean;
  /** Whether the old object has to be deleted before the new one can be made. */
  readonly mustDeleteFirst?: boolean | undefined;
}

/*
 * The one memory of a run: what the program declares, by URN and by what it is of at the service.
 *
 * The engine asks check, and then diff or create, of every resource of a program before it deletes what the program no
 * longer declares. So a delete can be told that another resource is of the same object, also where that one was made by an
 * earlier run and nothing is done to it in this one. Each command of the CLI has provider processes of its own, one for each
 * `gce.Provider`: a resource that gets another name and another provider in one run needs Pulumi's option `aliases`.
 */

/** What the configuration says of an object's place where no argument does. */
export type FilledIn = "project" | "region" | "zone";

export class ClaimRegistry {
  /** Claims by who makes them. */
  private readonly claims = new Map<string, Claim>();
  /** The same by the path that their parts begin with. */
  private readonly byPath = new Map<string, Map<string, Claim>>();
  private readonly checkedObjects = new Set<string>();
  /** Deletion policies that the program declares, by URN; where check had none, by kind and name, and by the kind alone. */
  private readonly policies = new Map<string, string>();
  /** By path, which parts of the place of an object no argument says. */
  private readonly filledIn = new Map<string, readonly FilledIn[]>();
  private readonly notices = new Set<string>();
  /** By the path of an object of somebody else, and by the URN of a resource that manages parts of it. */
  private readonly records = new Map<string, Map<string, Values>>();

  /** What check was asked about. One resource declares one object: the newest. */
  declare(who: Claimant, object: string, declared: readonly Part[], places: readonly ClaimedPlace[] = []): void {
    this.checkedObjects.add(object);
    // The same resource, asked about before its URN was known.
    if (who.urn !== "") this.forget(claimKey({ ...who, urn: "" }));
    const known = this.claims.get(claimKey(who));
    const same = known?.object === object ? known : undefined;
    const { applied = [], settled = false, mustDeleteFirst } = same ?? {};
    this.put({ ...who, object, places, declared, applied, settled, mustDeleteFirst });
  }

  /** Notes the deletion policy with which the program declares a resource. */
  notePolicy({ urn, kind = "", name = "" }: Claimant, policy: string): void {
    for (const key of urn === "" ? [`${kind}::${name}`, `${kind}::`] : [urn]) this.policies.set(key, policy);
  }

  /** That policy; `undefined` where the program does not declare the resource, or has not yet. */
  declaredPolicy({ urn, kind = "" }: Claimant): string | undefined {
    const [, , , ...name] = urn.split("::");
    return this.policies.get(urn) ?? this.policies.get(`${kind}::${name.join("::")}`);
  }

  /** URNs of what is deleted before something that it depends on, until that has happened. */
  readonly deletedFirst = new Set<string>();

  /** Names that the state has of objects, by the resource in a check, and by the id in a read. */
  readonly recordedNames = new Map<string, unknown>();

  /** What check filled in from the configuration. */
  fillIn(object: string, filled: readonly FilledIn[]): void {
    this.filledIn.set(object, filled);
  }

  /** Whether the configuration, and no argument, says where the object is. */
  isFilledIn(object: string, part: FilledIn): boolean {
    return this.filledIn.get(object)?.includes(part) ?? false;
  }

  /**
   * What diff found, of a resource whose URN an alias may have changed: unchanged, set by an earlier run, or to be made anew in
   * the place of the old object. A resource that no check was asked about is not the program's.
   */
  found(urn: string, object: string, found: Partial<Pick<Claim, "applied" | "settled" | "mustDeleteFirst">>): void {
    const known = this.findClaim(urn, object);
    if (urn !== "" && known?.object === object) this.put({ ...known, ...found, urn });
  }

  /** What a create or update of this run is about. */
  claim(urn: string, object: string, applied: readonly Part[]): void {
    if (urn === "") return;
    const known = this.findClaim(urn, object);
    const declared = known?.object === object ? known.declared : applied;
    this.put({ places: [], ...known, urn, object, declared, applied, settled: true });
  }

  /** Whether a program has given this object in this run: a plain `refresh` compares what nobody has checked. */
  isChecked(object: string): boolean {
    return this.checkedObjects.has(object);
  }

  /** Whether that is said for the first time in this run. */
  isNews(message: string): boolean {
    return !this.notices.has(message) && this.notices.add(message).size > 0;
  }

  /** Notes what is recorded of parts of an object, which may be known by several paths. */
  record(urn: string, objects: readonly string[], outputs: Values): void {
    for (const object of objects) {
      const byKey = this.records.get(object) ?? new Map<string, Values>();
      this.records.set(object, byKey.set(urn, outputs));
    }
  }

  /** The newest outputs of every resource that this process knows to manage parts of an object. */
  recordedOutputs(objects: readonly string[]): Values[] {
    return [...new Set(objects.flatMap((object) => [...(this.records.get(object)?.values() ?? [])]))];
  }

  /** What is declared below a path by other resources than this one. */
  otherClaims(who: Claimant, path: string): Claim[] {
    return this.below(path).filter((claim) => !isSame(claim, who));
  }

  /** Whether another resource holds the part: an update of this one leaves it alone. */
  isClaimedByOther(urn: string, part: Part): boolean {
    return this.below(part[0] ?? "").some(
      (claim) => claim.urn !== "" && claim.urn !== urn && claim.applied.some((applied) => covers(applied, part)),
    );
  }

  /**
   * The resource of the program because of which a part must stay when this one is deleted: another one that declares it; or
   * its own successor, since a replacement that is made first is of the same URN. Where the request has no URN, one that
   * is there to stay: a resource that is yet to be made may be the one that is deleted to make room.
   */
  claimOwner(urn: string, part: Part): string | undefined {
    return this.below(part[0] ?? "").find((claim) => {
      if (claim.urn === "") return false;
      if (claim.urn === urn || urn === "" || claim.mustDeleteFirst)
        return claim.settled && claim.applied.some((applied) => covers(applied, part));
      return [...claim.declared, ...claim.applied].some((other) => covers(other, part));
    })?.urn;
  }

  private below(path: string): Claim[] {
    return [...(this.byPath.get(path)?.values() ?? [])];
  }

  private put(claim: Claim): void {
    const key = claimKey(claim);
    if (claim.urn !== "") this.forget(claimKey({ ...claim, urn: "" }));
    this.forget(key);
    this.claims.set(key, claim);
    for (const path of indexedPaths(claim)) {
      const byKey = this.byPath.get(path) ?? new Map<string, Claim>();
      this.byPath.set(path, byKey.set(key, claim));
    }
  }

  private forget(key: string): void {
    const claim = this.claims.get(key);
    if (claim === undefined) return;
    this.claims.delete(key);
    for (const path of indexedPaths(claim)) {
      const byKey = this.byPath.get(path);
      byKey?.delete(key);
      if (byKey?.size === 0) this.byPath.delete(path);
    }
  }

  /** What check was told of a resource, be it before its URN was known. */
  private findClaim(urn: string, object: string): Claim | undefined {
    const isNamed = (claim: Claim) =>
      claim.urn === "" && claim.object === object && urn.endsWith(`::${claim.name ?? ""}`);
    return this.claims.get(urn) ?? this.below(object).find(isNamed);
  }
}

function claimKey({ urn, kind = "", name, parent = "" }: Claimant): string {
  if (urn !== "") return urn;
  return name === undefined ? "?" : `? ${parent} ${kind} ${name}`;
}

function isSame(claim: Claim, who: Claimant): boolean {
  if (claim.urn !== "" && who.urn !== "") return claim.urn === who.urn;
  if (claim.name === undefined || who.name === undefined) return true;
  return claim.name === who.name && claim.kind === who.kind && claim.parent === who.parent;
}

/** Whether two parts touch. An object itself is apart from its parts. */
function covers(one: Part, other: Part): boolean {
  return one.length === 1 || other.length === 1
    ? one.length === other.length && one[0] === other[0]
    : overlap(one, other);
}

/** The paths that the places and the parts of a claim begin with. */
function indexedPaths({ object, places, declared, applied }: Claim): Set<string> {
  const outermost = places.flatMap((place) => place.slice(0, 1).map(({ at }) => at));
  return new Set([object, ...outermost, ...[...declared, ...applied].map(([path = ""]) => path)]);
}
