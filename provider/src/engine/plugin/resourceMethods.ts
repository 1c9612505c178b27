import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { ResourceDefinition } from "../../lifecycle/schema/definition";
import { idArguments } from "../../names/kinds";
import { secretNameWarning, secretTitleReason } from "../../names/secretIds";
import type { Problem } from "../../fields/kind";
import { valueAt } from "../../fields/leaves";
import { isEmpty, type Values } from "../../fields/values";
import { PartialFailure } from "../../lifecycle/job/failure";
import type { Autonaming } from "../../lifecycle/resource/resource";
import { writeDetails } from "../detailMessages";
import type { DetailedDifference, StepRequest, Steps } from "../steps/steps";
import { InitFailed } from "./answer";
import { openOutputs, openProperties, toStruct, type Received } from "./properties";

/** The members of a request beside its properties. */
interface Message {
  getUrn(): string;
  /** In seconds. */
  getTimeout?(): number;
  getPreview?(): boolean;
  getIgnorechangesList?(): string[];
}

/** The properties of a request: what the program says, what is recorded of that, and the recorded outputs. */
interface Properties {
  readonly inputs?: Struct | undefined;
  readonly oldInputs?: Struct | undefined;
  readonly outputs?: Struct | undefined;
}

/** A request that is understood: the steps of its kind, and its properties. */
interface StepCall extends Readonly<Record<keyof Properties, Received>> {
  readonly steps: Steps;
  readonly about: StepRequest;
}

export interface ResourceContext {
  /** The steps of the kind of a URN. */
  findSteps(urn: string): Steps;
  /** Warns of something that is about every resource, once in a run. */
  warnOnce(urn: string, about: string, text: string): void;
  /** Ends every wait of this run. */
  signal(): AbortSignal;
}

/** The methods of the service that are about one resource, over the steps of its kind. */
export class ResourceMethods {
  constructor(private readonly context: ResourceContext) {}

  async check(request: messages.CheckRequest): Promise<messages.CheckResponse> {
    const call = this.begin(request, { inputs: request.getNews(), oldInputs: request.getOlds() });
    const { steps, about, inputs: news, oldInputs: olds } = call;
    const seed = request.getRandomseed_asU8();
    const naming = {
      randomSeed: seed.length === 0 ? undefined : seed,
      autonaming: readAutonaming(request.getAutonaming()),
    };
    const secretsInId = this.findSecretsInId(call, news);
    const { inputs, failures } = await steps.check({ ...about, ...naming }, olds.values, withoutInternal(news.values));
    const marked = news.secrets.mark(inputs, listSecretPaths(steps.definition));
    return checkResponse(marked, [...secretsInId, ...failures]);
  }

  /** Refuses a secret that the id of the resource would show for no need, and warns of one that the id cannot do without. */
  private findSecretsInId({ steps, about }: StepCall, { values, secrets }: Received): Problem[] {
    const { kind } = steps.definition;
    return (idArguments[kind] ?? []).flatMap((argument) => {
      if (argument === "condition") {
        const isShown = !isEmpty(valueAt(values, ["condition", "title"])) && secrets.covers(["condition", "title"]);
        return isShown ? [{ property: "", reason: secretTitleReason }] : [];
      }
      if (secrets.covers([argument]))
        this.context.warnOnce(about.urn, `secret ${argument}`, `gce:${kind}: ${secretNameWarning(argument)}`);
      return [];
    });
  }

  async diff(request: messages.DiffRequest): Promise<messages.DiffResponse> {
    const { steps, about, inputs, oldInputs, outputs } = this.begin(request, {
      inputs: request.getNews(),
      oldInputs: request.getOldInputs(),
      outputs: request.getOlds(),
    });
    const recordedInputs = () => (request.hasOldInputs() ? oldInputs.values : undefined);
    const difference = await steps.diff({ ...about, recordedInputs }, outputs.values, inputs.values);
    return diffResponse(withSecrets(difference, inputs.secrets.listExposed(outputs)));
  }

  async create(request: messages.CreateRequest): Promise<messages.CreateResponse> {
    const call = this.begin(request, { inputs: request.getProperties() });
    const { id, outs } = await recordPartialFailure(call, () => call.steps.create(call.about, call.inputs.values));
    const response = new messages.CreateResponse();
    response.setId(id);
    response.setProperties(packOutputs(call, outs));
    return response;
  }

  async read(request: messages.ReadRequest): Promise<messages.ReadResponse> {
    const call = this.begin(request, { inputs: request.getInputs(), outputs: request.getProperties() });
    const { steps, about, inputs, outputs } = call;
    const isKnown = Object.keys(inputs.values).length > 0;
    const recordedInputs = () => (isKnown ? inputs.values : undefined);
    const read = await steps.read({ ...about, recordedInputs }, request.getId(), outputs.values);
    const response = new messages.ReadResponse();
    response.setId(read.id);
    if (read.id === "") return response;
    // The inputs tell what is secret. An output that a state has as a secret beyond that was never meant to be one.
    response.setProperties(packOutputs(call, read.props));
    // An import has neither: the program is going to say what was found.
    const described = read.inputs ?? recordedInputs() ?? steps.readArguments(read.props);
    response.setInputs(toStruct(inputs.secrets.mark(described, listSecretPaths(steps.definition))));
    return response;
  }

  async update(request: messages.UpdateRequest): Promise<messages.UpdateResponse> {
    const call = this.begin(request, {
      inputs: request.getNews(),
      oldInputs: request.getOldInputs(),
      outputs: request.getOlds(),
    });
    const { steps, about, inputs, outputs } = call;
    const { outs } = await recordPartialFailure(call, () =>
      steps.update(about, request.getId(), outputs.values, inputs.values),
    );
    const response = new messages.UpdateResponse();
    response.setProperties(packOutputs(call, outs));
    return response;
  }

  async delete(request: messages.DeleteRequest): Promise<Empty> {
    const { steps, about, outputs } = this.begin(request, {
      oldInputs: request.getOldInputs(),
      outputs: request.getProperties(),
    });
    await steps.delete(about, request.getId(), outputs.values);
    return new Empty();
  }

  private begin(message: Message, properties: Properties): StepCall {
    const urn = message.getUrn();
    const [inputs, oldInputs] = [openProperties(properties.inputs), openProperties(properties.oldInputs)];
    const steps = this.context.findSteps(urn);
    const outputs = openOutputs(properties.outputs, steps.definition.secretOutputs ?? [], [inputs, oldInputs]);
    const about = {
      urn,
      timeoutMs: (message.getTimeout?.() ?? 0) * 1000 || undefined,
      isPreview: message.getPreview?.() ?? false,
      ignoreChanges: message.getIgnorechangesList?.() ?? [],
      signal: this.context.signal(),
    };
    return { steps, about, inputs, oldInputs, outputs };
  }
}

/** The answer to a change; one that made something before it failed says what there is to record. */
async function recordPartialFailure<T>(call: StepCall, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    const { message, id, properties, reasons } = error;
    throw new InitFailed(message, id, packOutputs(call, properties), reasons);
  }
}

/** Outputs, in which is secret what is secret in the inputs, at the same depth, and what always is. */
function packOutputs({ steps, inputs, outputs: olds }: StepCall, outputs: Values): Struct {
  return toStruct(inputs.secrets.mark(outputs, listSecretPaths(steps.definition), olds.secrets));
}

function listSecretPaths({ fields, secretOutputs = [] }: ResourceDefinition): (readonly string[])[] {
  const members = Object.entries(fields).flatMap(([name, { secret }]) =>
    secret === true ? [[name]] : (secret ?? []).map((path) => [name, ...path]),
  );
  return [...members, ...secretOutputs.map((name) => [name])];
}

export function checkResponse(inputs: unknown, failures: readonly Problem[]) {
  const list = failures.map(({ property, reason }) =>
    new messages.CheckFailure().setProperty(property).setReason(reason),
  );
  return new messages.CheckResponse().setInputs(toStruct(inputs)).setFailuresList(list);
}

export function diffResponse({ changes, replaces, deleteBeforeReplace, details }: DetailedDifference) {
  const response = new messages.DiffResponse();
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  response.setChanges(changes ? DIFF_SOME : DIFF_NONE);
  response.setReplacesList([...replaces]);
  response.setDeletebeforereplace(deleteBeforeReplace || (details?.deletesFirst ?? false));
  if (details !== undefined) writeDetails(response, messages.PropertyDiff, details);
  return response;
}

/** The same difference, where the program makes a secret of what is recorded in the clear. */
function withSecrets(difference: DetailedDifference, open: readonly string[]): DetailedDifference {
  const { details } = difference;
  if (open.length === 0 || details === undefined) return difference;
  const hidden = open.map((name) => [name, { kind: "UPDATE", replaces: false, fromInputs: false }] as const);
  const detailedDiff = { ...Object.fromEntries(hidden), ...details.detailedDiff };
  return { ...difference, changes: true, details: { ...details, detailedDiff, paths: [...open, ...details.paths] } };
}

function readAutonaming(options: messages.CheckRequest.AutonamingOptions | undefined): Autonaming | undefined {
  if (options === undefined) return undefined;
  const { ENFORCE, DISABLE } = messages.CheckRequest.AutonamingOptions.Mode;
  const mode = options.getMode();
  return {
    mode: mode === DISABLE ? "disable" : mode === ENFORCE ? "enforce" : "propose",
    proposedName: options.getProposedName(),
  };
}

/** Names that begin with `__` are our own, and mean something in the inputs. */
function withoutInternal(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith("__")));
}
