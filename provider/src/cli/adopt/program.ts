import { text } from "../../fields/values";
import { linkName } from "../../names/links";
import type { Described } from "./describe";
import { makeVariable, NameTable } from "./names";

/** One resource of the program. */
export interface Adopted extends Described {
  readonly kind: string;
  /** The id of the resource, which is the path of its object. */
  readonly id: string;
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

/** A constant of the program, which stands for a value. */
export class Constant {
  constructor(
    readonly variable: string,
    readonly value: string,
  ) {}
}

/** By what the value is, and the value. */
export type Constants = ReadonlyMap<string, Constant>;

/** The arguments whose values are shared by many resources, with the noun of a constant. */
const nouns: Readonly<Record<string, string>> = {
  project: "project",
  network: "Network",
  attachmentTarget: "Network",
  firewallPolicy: "Policy",
};

/** How often a link stands in a program before it gets a name. */
const often = 3;

/** A network and a policy can have the same name. */
function constantKey(argument: string, value: string): string {
  return `${nouns[argument] ?? ""} ${value}`;
}

/** The values that occur often, each with a constant; the project in any case. */
export function findConstants(resources: readonly Adopted[]): Constants {
  const counts = new Map<string, number>();
  const constants = new Map<string, Constant>();
  // Constants and resources are in one namespace: of a module, and of a program in YAML.
  const names = new NameTable(resources.map(({ variable }) => variable));
  for (const { args } of resources) {
    for (const [argument, noun] of Object.entries(nouns)) {
      const value = text(args, argument);
      if (value === undefined) continue;
      const key = constantKey(argument, value);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (constants.has(key) || (count < often && argument !== "project")) continue;
      const stem = argument === "project" ? noun : makeVariable(linkName(value), noun);
      constants.set(key, new Constant(names.add(stem, ""), value));
    }
  }
  return constants;
}

/** The arguments of the resource, with the one that asks for the adoption, and with constants in the place of their values. */
export function listArguments({ args, isAsked }: Adopted, constants: Constants): (readonly [string, unknown])[] {
  const all = Object.entries(isAsked ? { ...args, adoptExisting: true } : args);
  return all.map(([key, value]) => [
    key,
    (typeof value === "string" ? constants.get(constantKey(key, value)) : undefined) ?? value,
  ]);
}
