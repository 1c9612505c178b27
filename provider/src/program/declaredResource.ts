import * as pulumi from "@pulumi/pulumi";
import { timeoutsKind } from "../fields/customTimeouts";
import { loader, refuser } from "./loader";
import { findMocks } from "./mocks";
import { ownPackageFolder } from "./packageFolder";
import { findSecretInId } from "./secretIds";
import { impossibleOptions } from "../settings/impossibleOptions";
import { outputNames, secretOutputs as secretsByKind } from "../names/kinds";
import { childUrn, stackUrn } from "../names/stackUrn";
import { typeToken } from "../names/typeToken";
import { previewKey, providerKey, timeoutsKey, urnKey } from "../names/internalInputs";
import { outputTextProblem, findProblems } from "../fields/kind";
import { withoutAbsent } from "../fields/values";
import { failureLines } from "../messages/text";
import { warnUnknownConfigKeys } from "./unknownConfigKeys";
import { withoutColors } from "../messages/inspection";

/** A resource class, as it describes itself. */
export interface Declaration {
  /** The kind of the registry, which is also the class's name. */
  readonly kind: string;
  /** Advice in place of the option `import`; default: `adoptExisting`. */
  readonly importAdvice?: string;
  /**
   * An example of an id that `get` takes. Left out: it has no `get`, because nothing at the service shows which values belong
   * to it.
   */
  readonly idForm?: string;
  /** Outputs that this resource keeps encrypted, beside those that each of its kind does. */
  readonly secretOutputs?: readonly string[];
  /**
   * A replacement deletes the old one first, unless the program says otherwise: the new one goes on with its record of what
   * was there before. The engine asks no diff where it replaces by itself, as for `--target-replace` or a taint.
   */
  readonly deletesFirst?: true;
}

/**
 * The arguments of `pulumi.CustomResource` for a class of this package: a resource that names its implementation with
 * one line, instead of carrying it along as a serialised closure.
 *
 * It is a function and not a base class because Pulumi finds the user's line by counting the frames of the
 * constructors above it.
 */
export function declared(
  declaration: Declaration,
  name: string,
  args: object | undefined,
  declaredOptions: pulumi.CustomResourceOptions = {},
): [type: string, name: string, properties: pulumi.Inputs, options: pulumi.CustomResourceOptions] {
  const { kind, secretOutputs = [], deletesFirst } = declaration;
  refuseOptionsThatCannotWork(declaration, name, declaredOptions);
  const options = withReadableId(declaration, name, declaredOptions);
  warnUnknownConfigKeys();
  const refuse = (reason: string) => refusal(`gce.${kind} "${name}": ${reason}`);
  const secretInId = findMocks() === undefined ? findSecretInId(kind, name, { ...args }) : undefined;
  // Every output is there from the start.
  const absent = Object.fromEntries((outputNames[kind] ?? []).map((output) => [output, undefined]));
  const found = loader(kind, ownPackageFolder());
  // A mock sees what the program gives: no process is asked that needs more.
  const internal = findMocks() === undefined && {
    [providerKey]:
      secretInId === undefined
        ? found
        : secretInId.then((reason) => (reason === undefined ? found : refuser(refuse(reason).message))),
    ...(options.id === undefined ? { [urnKey]: createUrn(kind, name, options.parent) } : {}),
    ...(options.id === undefined && pulumi.runtime.isDryRun() ? { [previewKey]: true } : {}),
    ...(options.customTimeouts === undefined ? {} : { [timeoutsKey]: { ...options.customTimeouts } }),
  };
  const secret = [...(secretsByKind[kind] ?? []), ...secretOutputs];
  const usual = {
    ...(deletesFirst && options.deleteBeforeReplace === undefined ? { deleteBeforeReplace: true } : {}),
    ...(secret.length === 0 ? {} : { additionalSecretOutputs: secret }),
  };
  return [typeToken(kind), name, { ...absent, ...args, ...internal }, pulumi.mergeOptions(options, usual)];
}

/** The options of `get`. An id that is left out must not make an object. */
export function toRead(id: unknown, options: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions {
  return { ...options, id: (id ?? "") as pulumi.Input<pulumi.ID> };
}

/** The SDK takes an id that is empty for none, and would make a new object. */
function withReadableId(
  { kind, idForm = "" }: Declaration,
  name: string,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  if (options.id === undefined) return options;
  const checked = (id: unknown): pulumi.ID => {
    const problem =
      typeof id === "string" && id !== ""
        ? outputTextProblem(id, "the id to read")?.reason
        : `the id to read is ${id === undefined || id === null || id === "" ? "missing" : "not a text"}. Give one such as ${idForm}.`;
    if (problem !== undefined) throw refusal(`gce.${kind} "${name}": ${problem}`);
    return id as pulumi.ID;
  };
  const isLater = pulumi.Output.isInstance(options.id) || options.id instanceof Promise;
  return { ...options, id: isLater ? pulumi.output(options.id).apply(checked) : checked(options.id) };
}

/**
 * The URN that the engine gives the resource; the SDK's own function cuts the parent's where its name has the mark between the
 * parts. A promise and not an output: a child must not depend on its parent, which is there when its children are.
 */
function createUrn(kind: string, name: string, parent: pulumi.Resource | undefined): Promise<string> {
  return new Promise((resolve) => {
    pulumi
      .output(parent?.urn ?? stackUrn(pulumi.getStack(), pulumi.getProject()))
      .apply((urn) => resolve(childUrn(urn, typeToken(kind), name)));
  });
}

/** True if an object is a resource of that kind, also one of another copy of this package. */
export function isResourceKind(kind: string, object: unknown): boolean {
  // The token alone decides, as in the SDKs of other packages: policies ask with an object that has nothing else.
  return (object as { __pulumiType?: unknown } | null | undefined)?.__pulumiType === typeToken(kind);
}

const adoption = "To manage the existing object, give its name and adoptExisting: true.";

function refuseOptionsThatCannotWork(
  { kind, importAdvice = adoption, idForm }: Declaration,
  name: string,
  options: pulumi.CustomResourceOptions,
): void {
  if (outputTextProblem(name, "") !== undefined) {
    throw refusal(
      `gce.${kind}: the name of a resource cannot be built from an Output. Pulumi needs the name before it knows any value: use a plain text.`,
    );
  }
  const subject = `gce.${kind} "${name}"`;
  if (options.import !== undefined) {
    throw refusal(
      `${subject}: the option import cannot work for this kind of resource. ` +
        importAdvice +
        (idForm !== undefined ? ` To only read it: gce.${kind}.get("${name}", "${options.import}").` : ""),
    );
  }
  if (options.id !== undefined && idForm === undefined) {
    throw refusal(
      `${subject}: the option id cannot work for this kind of resource, because nothing at the service shows which values belong to it. ${importAdvice}`,
    );
  }
  // The engine, too, refuses such timeouts, without the name of the property and without the rule.
  const problems = findProblems(timeoutsKind, withoutAbsent(options.customTimeouts ?? {}), "customTimeouts", {});
  if (problems.length > 0) throw refusal(`${subject}: ${problems.map(({ reason }) => reason).join(" ")}`);
  // Only the resource's own option: a provider of another package that a parent hands down is for other resources.
  const [impossible] = impossibleOptions(options, name);
  if (impossible !== undefined) throw refusal(`${subject}: ${impossible}`);
}

function refusal(text: string): pulumi.RunError {
  return withoutColors(new pulumi.RunError(failureLines([text])));
}
