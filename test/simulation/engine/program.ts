import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { providerKey, timeoutsKey, urnKey } from "../../../provider/src/names/internalInputs";
import { declared as declareClass } from "../../../provider/src/program/declaredResource";
import { loader } from "../../../provider/src/program/loader";
import { typeToken } from "../../../provider/src/names/typeToken";
import type { Component } from "../../support/whatPeopleWrite/names";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { isValues, type Values } from "../../../provider/src/fields/values";

export interface DeclaredResource {
  /** No other resource of the program has it. */
  readonly name: string;
  /** The components around it, from the outside in. */
  readonly components?: readonly Component[] | undefined;
  readonly kind: string;
  /** The arguments; an `OutputOf` in them is an output of another resource. */
  readonly inputs: Values;
  /** A provider of the program by its name. */
  readonly provider?: string;
  readonly dependsOn?: readonly string[];
  readonly options?: ResourceOptions;
}

export interface ResourceOptions {
  /** Names that the resource had. */
  readonly aliases?: readonly string[] | undefined;
  readonly ignoreChanges?: readonly string[] | undefined;
  readonly replaceOnChanges?: readonly string[];
  readonly deleteBeforeReplace?: boolean | undefined;
  /** Another value than that of the last run replaces the resource. */
  readonly replacementTrigger?: string;
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly customTimeouts?: Timeouts;
}

/** Go durations. */
export interface Timeouts {
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
}

export interface Program {
  readonly resources: readonly DeclaredResource[];
}

/** The provider of resources that name none. */
export const defaultProvider = "default";

/** An output of another resource, which its dependent waits for. */
export class OutputReference {
  constructor(
    readonly resource: string,
    readonly property: string,
  ) {}
}

/** A registered resource, as a program sees it; in a preview, outputs that are not there are unknown. */
export interface Registered {
  readonly urn: string;
  readonly outputs: Values;
  readonly isComplete: boolean;
}

const root = "urn:pulumi:dev::test-project";

/** The URN that the engine gives a resource. */
export function toUrn(kind: string, name: string, components: readonly Component[] = []): string {
  return `${root}::${[...components.map(({ type }) => type), typeToken(kind)].join("$")}::${name}`;
}

/** The URN that its class tells the provider, which the engine has not named yet. */
async function readProgramUrn({ kind, name, components = [] }: DeclaredResource): Promise<unknown> {
  const own = components.at(-1);
  // The SDK asks the running program for the stack of a resource without a parent.
  if (own === undefined) return toUrn(kind, name);
  const types = components.map(({ type }) => type).join("$");
  const parent = { __pulumiResource: true, __pulumiType: own.type, __name: own.name };
  const withUrn = { ...parent, urn: pulumi.output(`${root}::${types}::${own.name}`) };
  const [, , properties] = declareClass({ kind }, name, {}, { parent: withUrn as unknown as pulumi.Resource });
  return await properties[urnKey];
}

/** The names of the resources that have to be there first. */
export function listDependencies({ dependsOn = [], inputs }: DeclaredResource): readonly string[] {
  return [...new Set([...dependsOn, ...referencesIn(inputs)])];
}

/** The inputs that reach the engine, and which resources each of them depends on. */
export async function registration(
  declared: DeclaredResource,
  registered: ReadonlyMap<string, Registered>,
): Promise<{ inputs: Values; propertyDependencies: Record<string, readonly string[]> }> {
  const { customTimeouts } = declared.options ?? {};
  const inputs = {
    ...declared.inputs,
    [providerKey]: loader(declared.kind),
    [urnKey]: await readProgramUrn(declared),
    ...(customTimeouts === undefined ? {} : { [timeoutsKey]: { ...customTimeouts } }),
  };
  const dependencies = Object.entries(inputs)
    .map(([key, value]) => [key, referencesIn(value).flatMap((name) => registered.get(name)?.urn ?? [])] as const)
    .filter(([, urns]) => urns.length > 0);
  return {
    inputs: resolve(inputs, registered) as Values,
    propertyDependencies: Object.fromEntries(dependencies),
  };
}

function referencesIn(value: unknown): readonly string[] {
  if (value instanceof OutputReference) return [value.resource];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return isValues(value) ? Object.values(value).flatMap(referencesIn) : [];
}

/** With the values of outputs in place of them, and without absent members, as the SDK sends it. */
function resolve(value: unknown, registered: ReadonlyMap<string, Registered>): unknown {
  if (value instanceof OutputReference) {
    const other = registered.get(value.resource);
    return other?.outputs[value.property] ?? (other?.isComplete ? undefined : unknownValue);
  }
  if (Array.isArray(value)) return value.map((item) => resolve(item, registered) ?? null);
  if (!isValues(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, resolve(member, registered)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Top-level inputs that differ. */
export function changedKeys(olds: Values, news: Values): readonly string[] {
  return [...new Set([...Object.keys(olds), ...Object.keys(news)])].filter(
    (key) => !isDeepStrictEqual(olds[key], news[key]),
  );
}
