import type { Values } from "../../fields/values";
import type { Described } from "./describe";

/** One resource of the program. */
export interface Adopted extends Described {
  readonly kind: string;
  /** The name of the resource in Pulumi. */
  readonly name: string;
  /** The name of its variable. */
  readonly variable: string;
  /** True if the class takes over the object only where the program asks for that. */
  readonly isAsked: boolean;
}

export interface ProgramOptions {
  /** True if each resource gets the option `protect`. */
  readonly protects: boolean;
}

/** The first lines of each program. */
export const note = [
  "Written by `pulumi-gce adopt`. `pulumi up` adopts each object as it is.",
  "From then on they belong to the stack, also for `pulumi destroy`.",
] as const;

/** The arguments of the resource, with the one that asks for the adoption. */
export function toArguments({ args, isAsked }: Adopted): Values {
  return isAsked ? { ...args, adoptExisting: true } : args;
}
