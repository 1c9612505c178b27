import type { Values } from "../../../provider/src/fields/values";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import type { Data } from "../service/objects";
import type { Service } from "../service/service";
import type { Tape } from "../tape";

/** Something that somebody else does at the service. */
export interface Move {
  readonly name: string;
  readonly isPossible: () => boolean;
  readonly make: () => void;
}

/** A change that a client of ours made in what somebody else has at the service. */
export interface Loss {
  readonly what: string;
  /** Since when the rival had it there. */
  readonly sinceMs: number;
}

/** One kind of resource in a simulated program, and the checks of its promises at the service. */
export interface SimulatedKind {
  readonly definition: ResourceDefinition;
  /** A resource of it makes an object, under the name that its arguments give. */
  readonly isOwned?: true;
  /** True if it takes over what is there only with `adoptExisting`. */
  readonly adopts?: true;
  /** Arguments that no request of ours can change, and somebody else can: with values, where `declare` gives none. */
  readonly replaceable?: Values;
  /** Makes what has to be there, once in a life. */
  serve(service: Service): void;
  /** The arguments of the program's resource of that number; values of a later version differ from those of `previous`. */
  declare(tape: Tape, number: number, version: number, previous?: Values): Values;
  rival(service: Service, number: number, inputs: Values): readonly Move[];
  /** Changes by somebody else of what a resource with these arguments is about, so that it stays the same thing. */
  drifts?(service: Service, inputs: Values): readonly Move[];
  /** Hands that others can have in what a step waits for, beside programs with these arguments. */
  hands?(service: Service, declared: readonly Values[]): readonly Move[];
  /** The arguments of two resources when each manages what the other one did. */
  swap?(first: Values, second: Values): [Values, Values];
  /** Somebody else makes what these arguments describe, before everything. */
  makeByOthers?(service: Service, inputs: Values): void;
  /** By which it is imported, or got. */
  toId?(inputs: Values): string;
  /** The path at the service that a resource with these arguments is about. */
  toPath(inputs: Values): string;
  /** Members of the object that others may have set, of which an update may change only some. */
  readonly members?: readonly string[];
  /** Every path at which others can make something that stands in the way. Default: the path of each resource. */
  readonly places?: readonly string[];
  /** Our objects at the service or on their way there, as paths: the state has to know them. */
  holdings?(service: Service): readonly string[];
  /** A rival's values that a change of ours took from the path, although no argument of these programs says so. */
  losses(service: Service, change: Changed): readonly Loss[];
  /** How the service differs from what the arguments say. */
  differs(service: Service, inputs: Values): string | undefined;
  /** Our leftovers once the resource is destroyed. */
  left(service: Service, number: number): string | undefined;
  /** True if a step with these arguments puts back what it has changed where it fails. */
  goesBack?(inputs: Values): boolean;
  /** True if a step with these arguments waits for what follows its change. */
  waits?(inputs: Values): boolean;
  /** How what a step with these arguments waits for has not come about. */
  awaits?(service: Service, inputs: Values): string | undefined;
  /** How a step that began at that time, and went back, has left what follows its change. */
  strands?(service: Service, sinceMs: number, isInTime: boolean): string | undefined;
  /** A value of ours that the outputs record as one from before the first change. */
  takesOwnForPrevious?(service: Service, outputs: Values): string | undefined;
}

/** A change that a client of ours made. */
export interface Changed {
  readonly path: string;
  readonly before: Data | undefined;
  readonly after: Data | undefined;
  /** Arguments of the resources that the program in force declares. */
  readonly declared: readonly Values[];
  /** The state at the path that the call had last observed when it asked for the change. */
  readonly observed: Data | undefined;
}

/** Somebody else sets a part of an object. */
export function setPart(service: Service, path: string, part: string, value: unknown, more: Data = {}): void {
  service.objects.put(path, { ...service.objects.get(path), [part]: value, ...more }, "rival");
}
