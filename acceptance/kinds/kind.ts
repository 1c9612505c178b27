import type { FixtureName } from "../plan/fixtures";
import type { KindName } from "../plan/names";
import { toPath, type Made } from "../run/fixtures";
import type { Service } from "../service/service";

/** The program of a run has two states: the resource as it is made, and as it is changed. */
export type Stage = "made" | "changed";

/** What a kind knows of the run that it is part of. */
export interface Context {
  readonly service: Service;
  readonly made: Made;
  readonly certificateMaps: readonly string[];
  /** Whom the IAM resources give roles to. */
  readonly members: readonly string[];
}

/** What is true of an object at the service, seen without the package. */
export type Observed = Readonly<Record<string, unknown>> | undefined;

/** One resource, and how its life is tried. */
export interface AcceptanceKind {
  readonly name: KindName;
  /** Declares the resource in a program, under the kind's name. */
  declare(context: Context, stage: Stage): void;
  /** What the engine does for the change. */
  readonly change: readonly Step[];
  /** What is seen from outside of what the resource manages; undefined where nothing of it is there. */
  look(context: Context): Promise<Observed>;
  /** What has to be seen at a stage. */
  expected(context: Context, stage: Stage): Observed;
  /** What has to be seen after the resource is destroyed. Default: nothing. */
  afterDestroy?(context: Context): Observed;
  /** Somebody else changes what the resource manages. */
  drift(context: Context): Promise<unknown>;
}

/** What the engine does with a resource, as its events say it. */
export type Step = "create" | "update" | "replace";

/** Path of a fixture of the run. */
export function fixturePath({ service, made: { prefix } }: Context, fixture: FixtureName): string {
  return toPath(service, prefix, fixture);
}

/** Some members of an object. */
export function pick(object: object, names: readonly string[]): Record<string, unknown> {
  const members = object as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, members[name]]));
}
