import { boundedProperties } from "../../lifecycle/resource/boundedProperties";
import { check, type Checked } from "../../lifecycle/steps/check";
import { create } from "../../lifecycle/steps/create";
import type { ResourceDefinition } from "../../lifecycle/schema/definition";
import { diff, type Difference } from "../../lifecycle/steps/diff";
import { describeUnexpected, PartialFailure, ResourceFailure } from "../../lifecycle/job/failure";
import { read } from "../../lifecycle/steps/read";
import { remove } from "../../lifecycle/steps/remove";
import type { Resource } from "../../lifecycle/resource/resource";
import { update } from "../../lifecycle/steps/update";
import { runRedacted } from "../../messages/redaction";
import { IgnoredPaths, nothingIgnored } from "../../fields/ignoredPaths";
import { text, type Values } from "../../fields/values";
import { listDetails, type Details } from "./details";
import { describeArguments } from "./imported";
import { announceAdoption } from "../../lifecycle/steps/adopt";
import { previewCreate, previewUpdate } from "./preview";

/** The members of a request of the engine, beyond its properties. */
export interface StepRequest extends Pick<Resource, "timeoutMs" | "randomSeed" | "autonaming" | "signal"> {
  /** The resource that the request is about; empty where it is not known. */
  readonly urn: string;
  /** Gives the inputs of the last run, where they are known. */
  readonly recordedInputs?: () => Values | undefined;
  /** Nothing is sent: the answer says what a create or update would give. */
  readonly isPreview?: boolean;
  /** The paths of the program's option `ignoreChanges`, of a diff or update. */
  readonly ignoreChanges?: readonly string[];
}

/** A difference, with what a person is shown of it. */
export interface DetailedDifference extends Difference {
  readonly details: Details | undefined;
}

/** The steps of one kind of resource, for whatever speaks to the engine: what it throws is ready for a person to read. */
export class Steps {
  constructor(private readonly resource: Resource) {}

  get definition(): ResourceDefinition {
    return this.resource.definition;
  }

  check(request: StepRequest, olds: Values, news: Values): Promise<Checked> {
    return this.report(() => nameProperties(check(this.resourceFor(request, news), olds, news)));
  }

  diff(request: StepRequest, outputs: Values, inputs: Values): Promise<DetailedDifference> {
    return this.report(() => {
      const resource = this.resourceFor(request, inputs, outputs);
      const difference = diff(resource, outputs, inputs);
      // Most resources of most runs do not differ, and nothing of what was recorded is shown of them.
      const recordedInputs = difference.changes ? request.recordedInputs?.() : undefined;
      return { ...difference, details: listDetails(resource, outputs, inputs, recordedInputs, difference) };
    });
  }

  create(request: StepRequest, inputs: Values): Promise<{ id: string; outs: Values }> {
    return this.report(() => {
      const resource = this.resourceFor(request, inputs);
      if (!request.isPreview) return create(resource, inputs);
      announceAdoption(resource, inputs);
      return { id: "", outs: previewCreate(resource, inputs) };
    });
  }

  read(request: StepRequest, id: string, outputs: Values): Promise<{ id: string; props: Values; inputs?: Values }> {
    const name = text(outputs, "name");
    if (name !== undefined) this.resource.run.recordedNames.set(id, name);
    return this.report(() => read(this.resourceFor(request, outputs), id, outputs, request.recordedInputs));
  }

  /** The arguments that describe an object which was read, as a program would give them. */
  readArguments(outputs: Values): Values {
    return describeArguments(this.resource, outputs);
  }

  update(request: StepRequest, id: string, outputs: Values, inputs: Values): Promise<{ outs: Values }> {
    return this.report(() => {
      const resource = this.resourceFor(request, inputs, outputs);
      return request.isPreview
        ? { outs: previewUpdate(resource, outputs, inputs) }
        : update(resource, id, outputs, inputs);
    });
  }

  delete(request: StepRequest, id: string, outputs: Values): Promise<void> {
    return this.report(() => remove(this.resourceFor(request, outputs), id, outputs));
  }

  /** The resource that one request is about: messages go beside it, and have none of its secrets. */
  private resourceFor(request: StepRequest, properties: Values, outputs: Values = {}): Resource {
    const { timeoutMs, randomSeed, autonaming, signal, urn, ignoreChanges = [] } = request;
    const { definition, log } = this.resource;
    for (const values of [outputs, properties]) definition.schema.hideSecrets(values);
    const ignored = ignoreChanges.length === 0 ? nothingIgnored : new IgnoredPaths(ignoreChanges);
    return { ...this.resource, log: log.about(urn), timeoutMs, randomSeed, autonaming, signal, ignored };
  }

  /** Whatever is thrown reaches the engine without our frames, which the SDK would print to the user. */
  private report<T>(step: () => T | Promise<T>): Promise<T> {
    const { definition, settings, log } = this.resource;
    return runRedacted(async () => {
      try {
        return await step();
      } catch (error) {
        if (error instanceof PartialFailure) throw this.boundFailure(error);
        if (error instanceof ResourceFailure) throw error;
        throw new ResourceFailure(describeUnexpected(definition.kind, error, settings.debug));
      } finally {
        await log.delivered();
      }
    });
  }

  /** The same with properties that can be sent beside an error. */
  private boundFailure(failure: PartialFailure): PartialFailure {
    const { properties, leftOut } = boundedProperties(this.resource.definition, failure.properties);
    if (leftOut.length === 0) return failure;
    const note = `  Not recorded, because it is too large to be sent beside an error: ${leftOut.join(", ")}.`;
    return new PartialFailure(`${failure.message}\n${note}`, failure.id, properties);
  }
}

/**
 * The engine puts the property and its value before a reason, and for one within an object or one that is not there it
 * has `<nil>`. So the reason alone says which property it is, and shows what is no secret of its value.
 */
function nameProperties({ inputs, failures }: Checked): Checked {
  const named = failures.map(({ property, reason }) => {
    const [argument = ""] = property.split(/[.[]/, 1);
    return { property: "", reason: reason.includes(argument) ? reason : `${property}: ${reason}` };
  });
  return { inputs, failures: named };
}
