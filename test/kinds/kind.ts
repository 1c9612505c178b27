import type { CollectionDescription, Emulator, FaultMatch } from "../../emulator/src/index";
import type { Values } from "../../provider/src/fields/values";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import type { Form } from "../../provider/src/types/form";
import type { Properties } from "../support/providerProcess";

/**
 * All that the tests over all kinds know of one kind of resource. It stands in `test/kinds/<name>.ts` or
 * `test/kinds/<name>/kind.ts`, as the constant `kind`, and `every.ts` finds it there. It imports nothing that imports
 * `every.ts`: each would wait for the other.
 */
export interface TestedKind {
  readonly definition: ResourceDefinition;
  /** The collections that an emulator needs beyond its own. */
  readonly emulatorExtensions?: readonly CollectionDescription[];
  /** From the root of the repository: the class that a program declares, with its arguments and outputs. */
  readonly classFile: string;
  readonly described: DescribedMessage;
  /** None where the fields table alone describes every answer. */
  readonly answerForms?: readonly AnswerForm[];
  /** A value for every argument that is sent, for kinds that have many: a new argument needs one. */
  readonly sample?: Values;
  readonly plain: PlainCase;
  /** Every mutating call, for the tests of faults. */
  readonly calls: readonly KindCall[];
  /** A kind that makes its calls in the same way: real processes meet faults with that one alone. */
  readonly callsLike?: string;
  /** A program with as many of its arguments as have something to be spelled in another way. */
  readonly fullProgram: Properties;
  /** Arguments that replace it, where none is changed in place. Default: another description. */
  readonly replacement?: Properties;
  /** Programs whose objects the service shows with other members than the program gave. */
  readonly furtherPrograms?: readonly FurtherProgram[];
  /** A program with many problems, also of the rules that span fields, and the property of each. */
  readonly mistaken?: readonly [program: Values, ...properties: string[]];
  /** Arguments with whose object it goes. Default: its place, and for what others own all that names it. */
  readonly goesWith?: readonly string[];
  /** Arguments that replace, and that nobody else can change at the service in place. */
  readonly unchangeable?: readonly string[];
  /** Arguments whose object cannot be deleted before it. Default: none. */
  readonly holds?: readonly string[];
}

/** A program, and what is there before. */
export interface FurtherProgram {
  readonly program: Properties;
  readonly others?: Readonly<Record<string, object>>;
}

/** The message of `compute.proto` that a fields table describes, and where the two differ: each field with the reason. */
export interface DescribedMessage {
  readonly message: string;
  readonly onlyInProto: Readonly<Record<string, string>>;
  readonly onlyInTable: Readonly<Record<string, string>>;
}

/** A form of what its calls are answered with, and the message that it is. */
export interface AnswerForm {
  readonly form: Form;
  readonly message: string;
}

/** As few arguments as it takes, and what each call of the engine may cost. */
export interface PlainCase {
  /** Makes what the first so many resources need at the service. */
  arrange?: (emulator: Emulator, project: string, count: number) => void;
  /** The arguments of the resource with that number; each has an object of its own, unless the kind is single. */
  args: (number: number) => Properties;
  /** Two resources of it would be about one and the same thing. */
  isSingle?: true;
  /** Arguments that are changed in place; none where every change replaces. */
  change?: Properties;
  /** Most bytes of its inputs and outputs as JSON. */
  bytes: number;
  /** The requests of each call. */
  budget: Record<"create" | "read" | "delete", readonly string[]> & { update?: readonly string[] };
}

/** One mutating call of the API, and the step of a user that leads to it. */
export interface KindCall {
  readonly name: string;
  /** The step of the user: `up` with `program`, or `destroy` of it. */
  readonly step: "up" | "destroy";
  /** The program that was applied before. Without it the step creates. */
  readonly before?: Properties;
  readonly program: Properties;
  /** Makes what others have at the service. */
  seed(emulator: Emulator): void;
  /** Requests of this call. */
  readonly request: Required<Pick<FaultMatch, "method" | "path">>;
  /** Its operation; a call without one is done when it is answered. */
  readonly operationType?: string;
  /** The permission that a 403 has to name. */
  readonly permission: string;
  /** The beginning of every error: `gce:Route "r": insert failed: `. */
  readonly failure: string;
  /** Path of the object that is changed, and what of it this call changes; `undefined` where there is none. */
  readonly path: string;
  shown(object: Properties): unknown;
  /** The same of what is recorded. */
  recorded(outputs: Properties): unknown;
  /** A secret of the program that the service repeats in its errors. */
  readonly secret?: string;
}

/** A call with the name of its kind. */
export interface MutatingCall extends KindCall {
  readonly kind: string;
}
